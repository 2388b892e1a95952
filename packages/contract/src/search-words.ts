import { beginningOf, fromCharacter, shorten } from './shorten.ts'

/** Symbols that read as letters or digits, each a word of its own: №, ™, ℹ, ①, ㈱, 🅭. */
const written = /[\u2116\u2120-\u2122\u2139\u2460-\u24ff\u3200-\u33ff\u{1f100}-\u{1f2ff}]/gu
/**
 * What writers omit or nobody sees: accents, vowel points, nukta, tatweel. Vowels of Indic scripts and kana's voicing
 * count.
 */
const weightless =
  /[\p{Cf}\u0640\u093c\u0951-\u0954]|(?![\u07a6-\u07b0\u0900-\u135c\u1700-\u17ff\u18a9\u1900-\u1aaf\u1b00-\u1ccf\u3099\u309a\ua800-\uabff\u{11000}-\u{11fff}\u{16100}-\u{1613f}])\p{Mn}/gu
/** What stands between words. */
const between = /[^\p{L}\p{N}\p{Mn}\p{Mc}]+/gu
/**
 * Scripts without spaces: Thai, Lao, Myanmar, Khmer, Tai, Balinese, Javanese, kana, Bopomofo, Han, Yi, Tangut, ancient
 * ones.
 */
const unspaced = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f\u3005-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\u{12000}-\u{146ff}\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3ffff}]`
const isUnspaced = new RegExp(unspaced, 'u')
const runs = new RegExp(`${unspaced}+|(?:(?!${unspaced})[^ ])+`, 'gu')

/** Letters that Unicode does not decompose, and how people write them without their keys. */
const plainCharacters = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
] as const

/** Of a text in lower case. */
export const toPlainCharacters = (text: string): string =>
  plainCharacters.reduce<string>((plain, [letter, written]) => plain.replaceAll(letter, written), text)

/** Letters as they are compared: lower case, without accents and vowel points, in plain form. */
export function foldCharacters(text: string): string {
  const bare = text.replace(written, ' $& ').normalize('NFKD').replace(weightless, '')
  return toPlainCharacters(bare.toLowerCase()).replaceAll('ς', 'σ')
}

/** Whether the typed text occurs anywhere in a text. */
export const holdsCharacters = (text: string, typed: string): boolean =>
  foldCharacters(text).includes(foldCharacters(typed).trim())

/** Words as they are compared, separated by one space. PostgreSQL's `searchable_words` does the same. */
export const foldForSearch = (text: string, dividers = between): string =>
  foldCharacters(text).replace(dividers, ' ')

const wordsMax = 10
const wordCharactersMax = 200
/** In scripts without spaces a word begins at each letter; this many letters are stored. */
const charactersInARow = 4

const cut = (word: string) => [...word].slice(0, wordCharactersMax).join('')

/** The word that begins at each letter, while `least` letters are left. */
function rowsOf(run: string, least: number): string[] {
  const letters = [...run]
  return letters
    .slice(0, letters.length - least + 1)
    .map((_, n) => letters.slice(n, n + charactersInARow).join(''))
}

const runsOf = (text: string, dividers?: RegExp): string[] => foldForSearch(text, dividers).match(runs) ?? []

/** All words by which a text is found, as `searchable_words` stores them. */
export function keptWords(text: string, dividers?: RegExp): string[] {
  return [
    ...new Set(runsOf(text, dividers).flatMap((run) => (isUnspaced.test(run) ? rowsOf(run, 1) : cut(run)))),
  ]
}

/** The words that are looked for, each folded. */
export function soughtWords(text: string, dividers?: RegExp): string[] {
  return [...new Set(runsOf(text, dividers).map(cut))].slice(0, wordsMax)
}

/** Beginnings of stored words: a text that has all of them contains the word. */
export function beginningsOf(sought: string): string[] {
  const isLong = isUnspaced.test(sought) && [...sought].length > charactersInARow
  return isLong ? [...new Set(rowsOf(sought, charactersInARow))] : [sought]
}

/** Where words of `text` begin with a searched word, as [from, to] in order. */
export function findWords(text: string, sought: string): [number, number][] {
  const words = soughtWords(sought)
  if (words.length === 0) return []
  let folded = ''
  let last = ' '
  // For each folded letter: where its original begins and ends in the text, and whether a word may begin there.
  const places: { from: number; to: number; begins: boolean }[] = []
  let at = 0
  for (const letter of text) {
    const plain = foldForSearch(letter)
    const to = at + letter.length
    for (const one of plain) {
      const begins = one !== ' ' && (last === ' ' || isUnspaced.test(last) || isUnspaced.test(one))
      for (let n = 0; n < one.length; n++) places.push({ from: at, to, begins: begins && n === 0 })
      last = one
    }
    // A separate accent belongs to the letter before it.
    const before = places.at(-1)
    if (plain === '' && before) before.to = to
    folded += plain
    at = to
  }
  return places.flatMap(({ from, begins }, n): [number, number][] => {
    const fitting = begins ? words.filter((word) => folded.startsWith(word, n)) : []
    const length = Math.max(0, ...fitting.map((word) => word.length))
    return length > 0 ? [[from, places[n + length - 1]?.to ?? text.length]] : []
  })
}

const before = 40

/** At most about `letters` of a text around the first searched word, on one line. */
export function excerptAround(text: string, sought: string, letters = 200): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (beginningOf(line, letters) === line) return line
  const [first = [0, 0]] = findWords(line, sought)
  const place = [...line.slice(0, first[0])].length
  if (place + before < letters) return shorten(line, letters)
  const rest = fromCharacter(line, first[0] - before)
  return `…${shorten(rest, letters).trim()}`
}
