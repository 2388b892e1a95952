/** Refuses words that the glossary of `CONTRIBUTING.md` replaces, and comments of more than 20 words. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Another folder, of a repository, is given by a test. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const mostWords = 20
/** Names that a database or an earlier client knows. */
const stays = /\b([iI]sTold|ai_told_host)\b/g

type Term = { word: string; pattern: RegExp; isName: boolean; refused: string }

/** A refused word is one on its own or a part of an identifier; one that ends in `/` is refused as the name of a folder or file alone. */
function readTerms(): Term[] {
  const glossary = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n## Glossary')[1] ?? ''
  const rows = [...glossary.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].slice(1)
  return rows.flatMap(([, word = '', never = '']) =>
    never
      .split(', ')
      .filter((refused) => refused !== '–')
      .map((refused) => ({ word, refused, isName: refused.endsWith('/'), pattern: patternOf(refused) })),
  )
}

function patternOf(refused: string): RegExp {
  if (refused.endsWith('/')) return new RegExp(`(^|/)${refused.slice(0, -1)}(/|\\.)`)
  const capital = refused.charAt(0).toUpperCase() + refused.slice(1)
  return new RegExp(`(?<![A-Za-z])${refused}(?![a-z])|(?<![A-Z])${capital}(?![a-z])`)
}

/** With its first line's number; the lines of one comment after the other are one. */
function commentsOf(text: string): { line: number; words: number }[] {
  const found = text.matchAll(/\/\*[^]*?\*\/|(?:^[ \t]*\/\/ .*\n)+|(?<=\S[ \t]+)\/\/ .*/gm)
  return [...found].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    words: match[0]
      .replace(/^[ \t]*(\/\/|\/\*+|\*)|\*\/$/gm, '')
      .split(/\s+/)
      .filter((part) => /\w/.test(part)).length,
  }))
}

function problemsOf(path: string, terms: readonly Term[]): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(stays, '')
  // The glossary itself names them.
  const read = path === 'CONTRIBUTING.md' ? (text.split('\n## Glossary')[0] ?? '') : text
  const words = terms.filter(({ isName }) => !isName)
  const inText = read
    .split('\n')
    .flatMap((line, index) =>
      words
        .filter(({ pattern }) => pattern.test(line))
        .map(({ refused, word }) => `${path}:${index + 1}: “${refused}”; the word is “${word}”.`),
    )
  const inName = terms
    .filter(({ isName, pattern }) => isName && pattern.test(path))
    .map(({ refused, word }) => `${path}: “${refused}” says too little; the word is “${word}”.`)
  const long = /\.(tsx?|css)$/.test(path) ? commentsOf(read).filter(({ words }) => words > mostWords) : []
  return [
    ...inName,
    ...inText,
    ...long.map(({ line, words }) => `${path}:${line}: a comment of ${words} words; at most ${mostWords}.`),
  ]
}

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
const wasMadeElsewhere = /\/migrations\/|^scripts\/check-words/
const paths = listed
  .split('\n')
  .filter((path) => /\.(tsx?|css|md)$/.test(path) && !wasMadeElsewhere.test(path))
const terms = readTerms()
const deleted = new Set(execFileSync('git', ['ls-files', '-d'], { cwd: root, encoding: 'utf8' }).split('\n'))
const problems = paths.filter((path) => !deleted.has(path)).flatMap((path) => problemsOf(path, terms))
if (problems.length > 0) {
  console.error(`${problems.join('\n')}\n\nThe glossary is in CONTRIBUTING.md.`)
  process.exit(1)
}
console.log(`words: ${paths.length} files use those of the glossary.`)
