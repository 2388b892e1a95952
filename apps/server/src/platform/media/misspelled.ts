import { readFile } from 'node:fs/promises'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Dictionary } from '#server/platform/media/dictionaries'
import { openHunspell, type Speller } from '#server/platform/media/hunspell'
import type { PageFacts, TextFact } from '#server/platform/media/page-facts'

/** Below this certainty of reading, no spelling is judged. */
const CERTAIN = 85
const MOST_FOUND = 40
const LEAST_LETTERS = 4
/** Shorter ones at the beginning of a sentence are too often names. */
const LEAST_OF_CAPITAL = 6
const MOST_LETTERS = 20
/** With a larger share of unknown words, a text is in another language. */
const FOREIGN = 0.4
const FEW_WORDS = 3
/** Words of user interfaces that no dictionary has yet. */
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

/** Filler text that designers use until the real words come. */
const filler = new Set(
  `lorem ipsum dolor amet consectetur adipiscing adipisicing elit eiusmod tempor incididunt labore dolore magna aliqua
  enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure
  reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt culpa
  officia deserunt mollit anim laborum`.split(/\s+/),
)
/** With this many different filler words they are no slips. */
const FILLERS = 3
/** Never meant twice in a row; others can be, as in "had had". */
const neverTwice = new Set(
  'a an the of to in on at for and or with from by is are be was we you your our it its this as not'.split(
    ' ',
  ),
)

/** `languages`: the wanted ones; English needs no dictionary. */
export type Spelling = { languages: readonly string[]; dictionaries: readonly Dictionary[] }
/** Opening more would take longer than reading. */
const MOST_LANGUAGES = 4
const opened = new Map<string, Promise<Speller | null>>()

async function openEnglish(): Promise<Speller> {
  const both = await Promise.all([import('dictionary-en'), import('dictionary-en-gb')])
  const spellers = both.map(({ default: { aff, dic } }) => openHunspell(aff, dic))
  return {
    correct: (word) => spellers.some((one) => one.correct(word)),
    suggest: (word) => spellers.flatMap((one) => one.suggest(word)),
  }
}

const openPair = async ({ aff, dic }: Dictionary): Promise<Speller> =>
  openHunspell(await readFile(aff), await readFile(dic))

/** Null for an unreadable dictionary: the others are enough. */
function open(language: string, dictionaries: readonly Dictionary[]): Promise<Speller | null> {
  const pair = dictionaries.find((one) => one.language === language)
  const key = pair?.aff ?? language
  const known = opened.get(key) ?? (pair ? openPair(pair) : openEnglish()).catch(() => null)
  opened.set(key, known)
  return known
}

type Word = { text: string; at: number; isFirst: boolean; isFiller: boolean }

/** Words of letters alone: anything with digits, dots or signs is an address, a number or a code. */
function wordsOf(line: string): Word[] {
  const found = line.matchAll(
    /(?<![\p{L}\p{N}@#._/\\-])\p{L}+(?:[’']\p{L}+)?(?![\p{L}\p{N}@_/\\-]|\.\p{L})/gu,
  )
  return [...found].map(({ 0: text, index: at }, n, all) => {
    const before = all[n - 1]
    const between = before ? line.slice(before.index + before[0].length, at) : ''
    // Not after an abbreviation, as in "Dr. Smith".
    const endsSentence = /^[.!?]\s/.test(between) && /^\p{Ll}{3,}$/u.test(before?.[0] ?? '')
    return { text, at, isFirst: n === 0 || endsSentence, isFiller: false }
  })
}

/** Marks filler text. */
function markFiller(lines: readonly Line[]): void {
  const found = lines.flatMap(({ words }) => words.filter(({ text }) => filler.has(text.toLowerCase())))
  if (new Set(found.map(({ text }) => text.toLowerCase())).size < FILLERS) return
  for (const word of found) word.isFiller = true
}

type Line = { fact: TextFact; words: Word[] }

/** The languages of a text, English first; opens another while lines are not understood. */
async function spellersFor(
  lines: readonly Line[],
  { languages, dictionaries }: Spelling,
): Promise<Speller[]> {
  const spellers: Speller[] = []
  for (const language of languages.slice(0, MOST_LANGUAGES)) {
    const isEnough =
      spellers.length > 0 &&
      lines.every(
        ({ words }) => words.length < FEW_WORDS || spellers.some((one) => share(words, one) <= FOREIGN),
      )
    const next = isEnough ? null : await open(language, dictionaries)
    if (next) spellers.push(withMemory(next))
  }
  return spellers
}

function withMemory({ correct, suggest }: Speller): Speller {
  const known = new Map<string, boolean>()
  return {
    suggest,
    correct: (word) => {
      const plain = word.replace('’', "'")
      const is = known.get(plain) ?? (young.has(plain.toLowerCase()) || correct(plain))
      known.set(plain, is)
      return is
    },
  }
}

/** The share of words that a language lacks. */
const share = (words: readonly Word[], { correct }: Speller) =>
  words.filter(({ text, isFiller }) => isFiller || (text.length > 1 && !correct(text))).length /
  Math.max(1, words.length)

/** Words that no dictionary contains, but one slip away from a known word; null without any text. */
export async function findMisspelled(
  texts: readonly TextFact[],
  spelling: Spelling,
): Promise<PageFacts['spelling']> {
  const lines = texts
    .filter(({ certainty }) => certainty >= CERTAIN)
    .map((fact) => ({ fact, words: wordsOf(fact.words) }))
  markFiller(lines)
  if (spelling.languages.length === 0 || lines.every(({ words }) => words.length === 0)) return null
  const spellers = await spellersFor(lines, spelling)
  const all = lines.flatMap(({ words }) => words)
  const bestFor = (words: readonly Word[]) =>
    spellers.toSorted((one, other) => share(words, one) - share(words, other))[0]
  const main = bestFor(all)
  if (!main) return null
  const languageOf = ({ words }: Line) => (words.length < FEW_WORDS ? main : (bestFor(words) ?? main))
  const unknown = lines.reduce(
    (sum, line) => sum + share(line.words, languageOf(line)) * line.words.length,
    0,
  )
  if (unknown / all.length > FOREIGN && all.length >= FEW_WORDS) return { isForeign: true, found: [] }

  const isKnown = (word: string) => spellers.some((one) => one.correct(word))
  const found: NonNullable<PageFacts['spelling']>['found'] = []
  const seen = new Set<string>()
  const isNew = (key: string) => {
    if (found.length >= MOST_FOUND || seen.has(key)) return false
    seen.add(key)
    return true
  }
  const add = (fact: TextFact, word: Pick<Word, 'text' | 'at'>, better: string) =>
    found.push({ word: word.text, better, line: beginningOf(fact.words, 200), box: boxOf(fact, word) })
  for (const line of lines) {
    const { fact, words } = line
    const speller = languageOf(line)
    if (words.length >= FEW_WORDS && share(words, speller) > FOREIGN) continue
    for (const word of words) {
      if (!isJudged(word, words, isKnown) || isKnown(word.text) || !isNew(word.text)) continue
      const better = nearest(word.text, speller)
      if (better !== null) add(fact, word, better)
    }
    // Each counts by itself, unlike a word that is misspelled everywhere.
    for (const { once, ...both } of doubledIn(fact.words, words))
      if (speller.correct(once) && isNew(`${both.text} ${fact.words}`)) add(fact, both, once)
  }
  return { isForeign: false, found }
}

/** A word that was written once too often. */
function doubledIn(line: string, words: readonly Word[]) {
  return words.flatMap(({ text, at }, n) => {
    const next = words[n + 1]
    if (!next || next.text.toLowerCase() !== text.toLowerCase() || !neverTwice.has(next.text)) return []
    const both = line.slice(at, next.at + next.text.length)
    return /^\p{L}+\s+\p{L}+$/u.test(both) ? [{ text: both, at, once: text }] : []
  })
}

/** Leaves out names, capitals and abbreviations; a capital at the beginning of a sentence may be any word. */
function isJudged(
  { text, isFirst, isFiller }: Word,
  line: readonly Word[],
  isKnown: (word: string) => boolean,
): boolean {
  if (isFiller || text.length < LEAST_LETTERS || text.length > MOST_LETTERS) return false
  if (text === text.toLowerCase()) return true
  const isCapital = text.slice(1) === text.slice(1).toLowerCase()
  const others = line.filter((word) => word.text !== text && word.text === word.text.toLowerCase())
  return (
    isCapital &&
    isFirst &&
    text.length >= LEAST_OF_CAPITAL &&
    others.filter((word) => isKnown(word.text)).length >= 2
  )
}

function nearest(word: string, { suggest }: Speller): string | null {
  const plain = word.replace('’', "'").toLowerCase()
  const better = suggest(plain).find((one) => !/[\s-]/.test(one) && one === one.toLowerCase()) ?? null
  return better && word !== word.toLowerCase() ? better[0]?.toUpperCase() + better.slice(1) : better
}

/** Its approximate place in its line. */
function boxOf({ words, box }: TextFact, { text, at }: Pick<Word, 'text' | 'at'>): TextFact['box'] {
  const part = box.width / Math.max(1, words.length)
  return { x: box.x + part * at, y: box.y, width: part * text.length, height: box.height }
}
