import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const contributing = `# Contributing

## Glossary
A refused word counts in code, not in this table: told, wake, bin.

| word | concept | never |
|---|---|---|
| actor | who makes a request | – |
| notification | what a user learns | told |
| signal | a hint to other processes | wake, woken |
| restore | to get something back | bring back |
| trash | deleted things | bin/ |
`

/** What the check of a repository with these files says, without its last line. */
function check(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'wingmark-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('git', ['init', '--quiet', folder])
  for (const [path, text] of Object.entries({ 'CONTRIBUTING.md': contributing, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const script = resolve(import.meta.dirname, 'check-words.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  const problems = stderr.split('\n\n')[0]?.split('\n').filter(Boolean) ?? []
  expect(status).toBe(problems.length > 0 ? 1 : 0)
  return problems
}

test('a refused word is found in text and inside identifiers, with its replacement', () => {
  const text = [
    '/** Whom it told. */',
    'const toldUsers = isWoken("select last_wake from workers")',
    '// Editors bring back files.',
  ]
  expect(check({ 'src/one.ts': text.join('\n'), 'one.md': '\nWake them.' })).toEqual([
    'one.md:2: “wake”; the word is “signal”.',
    'src/one.ts:1: “told”; the word is “notification”.',
    'src/one.ts:2: “told”; the word is “notification”.',
    'src/one.ts:2: “wake”; the word is “signal”.',
    'src/one.ts:2: “woken”; the word is “signal”.',
    'src/one.ts:3: “bring back”; the word is “restore”.',
  ])
})

test('longer words, other kinds of files and the glossary itself are innocent', () => {
  const text = 'const retold = wakeful(awake, BINARY, "bin/one")'
  expect(check({ 'src/one.ts': text, 'src/one.json': '"told"' })).toEqual([])
})

test('a refused name is found in a folder or file, but not in longer names', () => {
  const paths = ['src/bin.ts', 'src/bin/one.ts', 'src/binary/one.ts', 'src/bins.ts', 'src/one-bin.ts']
  expect(check(Object.fromEntries(paths.map((path) => [path, 'const bin = 1'])))).toEqual([
    'src/bin.ts: “bin/”; the word is “trash”.',
    'src/bin/one.ts: “bin/”; the word is “trash”.',
  ])
})

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
const comments: ((count: number) => string)[] = [
  (count) => `/** ${words(count)}. */`,
  (count) => `/**\n * ${words(10)} –\n * ${words(count - 10)}.\n */`,
  (count) => `call(/* ${words(count)} */)`,
  (count) => `  // ${words(count)}.`,
  (count) => `const one = 1 // ${words(count)}.`,
  (count) => `  // ${words(10)}\n  // ${words(count - 10)}.`,
]

test('a comment of 21 words is found in every form, and one of 20 is not', () => {
  const files = (count: number) =>
    Object.fromEntries(comments.map((comment, n) => [`src/${n}.tsx`, `\n${comment(count)}\n`]))
  expect(check(files(21))).toEqual(
    comments.map((_, n) => `src/${n}.tsx:2: a comment of 21 words; at most 20.`),
  )
  expect(check(files(20))).toEqual([])
})

test('separate comments, patterns of paths and addresses are no long comments', () => {
  const separate = `// ${words(15)}\ncall()\n// ${words(15)}\n`
  const patterns = `globSync('**/*.ts')\nfetch('https://one.test/')\n${words(21)}\nglobSync('docs/*/*.md')`
  expect(check({ 'src/one.ts': separate, 'src/two.ts': patterns })).toEqual([])
})
