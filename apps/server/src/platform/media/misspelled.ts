import nspell from 'nspell'
import type { PageFacts, TextFact } from '#server/platform/media/page-facts'

/** Where words were read with less certainty, no spelling is judged. */
const CERTAIN = 85
const MOST_FOUND = 40
const LEAST_LETTERS = 4
const MOST_LETTERS = 20
/** With more unknown words than that, a text is in another language. */
const FOREIGN = 0.4
const FEW_WORDS = 3
/** Words of screens that no dictionary has yet. */
const young = new Set([
  'wifi',
  'signup',
  'signin',
  'login',
  'logout',
  'onboarding',
  'ecommerce',
  'fintech',
  'lorem',
  'ipsum',
])

type Speller = { correct: (word: string) => boolean; suggest: (word: string) => string[] }
let loaded: Promise<Speller[]> | null = null

async function load(): Promise<Speller[]> {
  const [american, british] = await Promise.all([import('dictionary-en'), import('dictionary-en-gb')])
  return [american.default, british.default].map(({ aff, dic }) => nspell(Buffer.from(aff), Buffer.from(dic)))
}

type Word = { text: string; at: number; isFirst: boolean }

/** Words of letters alone: what holds digits, dots or signs is an address, a number or a code. */
function wordsOf(line: string): Word[] {
  const found = line.matchAll(
    /(?<![\p{L}\p{N}@#._/\\-])\p{L}+(?:[’']\p{L}+)?(?![\p{L}\p{N}@_/\\-]|\.\p{L})/gu,
  )
  return [...found]
    .map(([text], n) => ({ text, at: 0, isFirst: n === 0 }))
    .map((word, n, all) => {
      const from = n === 0 ? 0 : (all[n - 1]?.at ?? 0) + 1
      word.at = line.indexOf(word.text, from)
      return word
    })
}

/** Words that are in none of the dictionaries and are one or two letters away from one that is; null without any text. */
export async function findMisspelled(texts: readonly TextFact[]): Promise<PageFacts['spelling']> {
  const lines = texts
    .filter(({ certainty }) => certainty >= CERTAIN)
    .map((fact) => ({ fact, words: wordsOf(fact.words) }))
  if (lines.every(({ words }) => words.length === 0)) return null
  loaded ??= load()
  const spellers = await loaded
  const known = new Map<string, boolean>()
  const isKnown = (word: string) => {
    const plain = word.replace('’', "'")
    const is =
      known.get(plain) ??
      (young.has(plain.toLowerCase()) ||
        spellers.some((speller) => speller.correct(plain) || speller.correct(plain.toLowerCase())))
    known.set(plain, is)
    return is
  }
  const shareUnknown = (words: readonly Word[]) =>
    words.filter(({ text }) => text.length > 1 && !isKnown(text)).length / Math.max(1, words.length)
  const all = lines.flatMap(({ words }) => words)
  if (shareUnknown(all) > FOREIGN && all.length >= FEW_WORDS) return { isForeign: true, found: [] }

  const found: NonNullable<PageFacts['spelling']>['found'] = []
  const seen = new Set<string>()
  for (const { fact, words } of lines) {
    if (words.length >= FEW_WORDS && shareUnknown(words) > FOREIGN) continue
    for (const word of words) {
      const { text } = word
      if (found.length >= MOST_FOUND || seen.has(text) || !isJudged(word, words, isKnown) || isKnown(text))
        continue
      seen.add(text)
      const better = nearest(text, spellers)
      if (better !== null)
        found.push({ word: text, better, line: fact.words.slice(0, 200), box: boxOf(fact, word) })
    }
  }
  return { isForeign: false, found }
}

/** Names, capitals and short forms are left out; a capital at the beginning of a sentence may be any word. */
function isJudged(
  { text, isFirst }: Word,
  line: readonly Word[],
  isKnown: (word: string) => boolean,
): boolean {
  if (text.length < LEAST_LETTERS || text.length > MOST_LETTERS) return false
  if (text === text.toLowerCase()) return true
  const isCapital = text.slice(1) === text.slice(1).toLowerCase()
  const others = line.filter((word) => word.text !== text && word.text === word.text.toLowerCase())
  return isCapital && isFirst && text.length >= 7 && others.filter((word) => isKnown(word.text)).length >= 2
}

function nearest(word: string, spellers: readonly Speller[]): string | null {
  const plain = word.replace('’', "'").toLowerCase()
  const most = plain.length >= 6 ? 2 : 1
  const near = spellers
    .flatMap((speller) => speller.suggest(plain).slice(0, 5))
    .filter((one) => !/[\s-]/.test(one) && one === one.toLowerCase())
    .map((one) => ({ one, apart: lettersApart(plain, one) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((a, b) => a.apart - b.apart)
  const better = near[0]?.one ?? null
  return better && word !== word.toLowerCase() ? better[0]?.toUpperCase() + better.slice(1) : better
}

/** How many letters have to be put in, left out, changed or swapped. */
export function lettersApart(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

/** About where it stands in its line. */
function boxOf({ words, box }: TextFact, { text, at }: Word): TextFact['box'] {
  const part = box.width / Math.max(1, words.length)
  return { x: box.x + part * at, y: box.y, width: part * text.length, height: box.height }
}
