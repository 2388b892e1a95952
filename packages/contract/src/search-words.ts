import { beginningOf, fromCharacter, shorten } from './shorten.ts'

/** What does not count inside a word: accents above and below letters, and what is not seen. PostgreSQL reads it too. */
export const withoutWeight = String.raw`[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufeff]+`
/** What stands between words. PostgreSQL reads it too. */
export const betweenWords = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u303f]+`
/** Letters that are not taken apart by Unicode, and how they are written without their keys. PostgreSQL reads it too. */
export const plainLetters: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
]

const weightless = new RegExp(withoutWeight, 'g')
const between = new RegExp(betweenWords, 'g')

/** Of a text in lower case. */
export const toPlainLetters = (text: string): string =>
  plainLetters.reduce((plain, [letter, written]) => plain.replaceAll(letter, written), text)

/** Words in lower case without accents, one blank between them: as `searchColumn` of the server keeps them. */
export function foldForSearch(text: string): string {
  return toPlainLetters(text.normalize('NFKD').replace(weightless, '').toLowerCase()).replace(between, ' ')
}

const wordsMax = 10
const wordLettersMax = 200

/** The words that are looked for, each folded. */
export function soughtWords(text: string): string[] {
  const words = foldForSearch(text.replaceAll('\u0000', ''))
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, wordLettersMax).join(''))
  return [...new Set(words)].slice(0, wordsMax)
}

/** Where words of `text` begin with what is looked for, as [from, to] in order. */
export function findWords(text: string, sought: string): [number, number][] {
  const words = soughtWords(sought)
  if (words.length === 0) return []
  let folded = ''
  // For each letter of the folded text, where it stands in the text, and where that letter ends.
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = foldForSearch(letter)
    const end = at + letter.length
    for (let n = 0; n < plain.length; n++) {
      starts.push(at)
      ends.push(end)
    }
    // An accent of its own belongs to the letter before it.
    if (plain === '' && ends.length > 0) ends[ends.length - 1] = end
    folded += plain
    at = end
  }
  const found: [number, number][] = []
  for (let n = 0; n < folded.length; n++) {
    if (folded[n] === ' ' || (n > 0 && folded[n - 1] !== ' ')) continue
    const length = Math.max(
      0,
      ...words.filter((word) => folded.startsWith(word, n)).map((word) => word.length),
    )
    if (length > 0) found.push([starts[n] ?? 0, ends[n + length - 1] ?? text.length])
  }
  return found
}

const before = 40

/** At most about `letters` of a text, around the first word that is looked for, in one line. */
export function excerptAround(text: string, sought: string, letters = 200): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (beginningOf(line, letters) === line) return line
  const [first = [0, 0]] = findWords(line, sought)
  const place = [...line.slice(0, first[0])].length
  if (place + before < letters) return shorten(line, letters)
  const rest = fromCharacter(line, first[0] - before)
  return `…${shorten(rest, letters).trim()}`
}
