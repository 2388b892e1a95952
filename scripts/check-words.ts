/** Refuses words that the glossary of `CONTRIBUTING.md` replaces, and comments of more than 20 words. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A test passes another repository. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const mostWords = 20
/** Names that a database or an earlier client knows. */
const stays = /\b([iI]sTold|ai_told_host)\b/g
const isOurs = (path: string) =>
  /\.(tsx?|css|md)$/.test(path) && !/\/migrations\/|^scripts\/check-words/.test(path)
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

const [rules = '', glossary = ''] = readText('CONTRIBUTING.md').split(/\n## Glossary[^]*?\n\|---.*/)
const refusals = [...glossary.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|–]+) \|$/gm)].flatMap(
  ([, word, never = '']) =>
    never.split(', ').map((refused) => ({ refused, word, pattern: patternOf(refused) })),
)

/** Matches a word on its own or as a part of an identifier; with `/` at its end, a folder or file. */
function patternOf(refused: string): RegExp {
  if (refused.endsWith('/')) return new RegExp(`(^|/)${refused.slice(0, -1)}[/.]`)
  const capital = refused.charAt(0).toUpperCase() + refused.slice(1)
  return new RegExp(`(?<![A-Za-z])${refused}(?![a-z])|(?<![A-Z])${capital}(?![a-z])`)
}

function refusedIn(where: string, text: string, isName: boolean): string[] {
  return refusals
    .filter(({ refused, pattern }) => refused.endsWith('/') === isName && pattern.test(text))
    .map(({ refused, word }) => `${where}: “${refused}”; the word is “${word}”.`)
}

/** Consecutive lines of `//` are one comment. */
function longCommentsIn(path: string, text: string): string[] {
  const comments = text.matchAll(/(?<![^\s({[,])\/\*[^]*?\*\/|(?:^[ \t]*\/\/ .*\n?)+|(?<=\S[ \t]+)\/\/ .*/gm)
  return [...comments].flatMap(({ 0: comment, index }) => {
    const words = comment.split(/\s+/).filter((part) => /\w/.test(part)).length
    const line = text.slice(0, index).split('\n').length
    return words > mostWords ? [`${path}:${line}: a comment of ${words} words; at most ${mostWords}.`] : []
  })
}

function problemsOf(path: string): string[] {
  const text = (path === 'CONTRIBUTING.md' ? rules : readText(path)).replaceAll(stays, '')
  return [
    ...refusedIn(path, path, true),
    ...text.split('\n').flatMap((line, index) => refusedIn(`${path}:${index + 1}`, line, false)),
    ...(path.endsWith('.md') ? [] : longCommentsIn(path, text)),
  ]
}

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
const paths = listed.split('\n').filter((path) => isOurs(path) && existsSync(join(root, path)))
const problems = paths.flatMap(problemsOf)
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n\nThe glossary is in CONTRIBUTING.md.`)
  process.exitCode = 1
} else console.log(`words: ${paths.length} files use those of the glossary.`)
