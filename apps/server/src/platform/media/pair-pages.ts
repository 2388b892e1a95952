import type { Comparison } from '@wingmark/contract/compare'

export type PagePairs = Comparison['pages']

/** How a page is recognised: by its words (hashes in ascending order, none twice), or by `signPx` × `signPx` grey pixels. */
export type PageSign = { words: Uint32Array } | { grey: Uint8Array }

export const signPx = 32

/** Pages less alike than this are not the same page. */
const leastAlike = 0.3
/** More pairs of pages are not compared. */
const mostPairs = 250_000
/** Differences of grey that rendering alone can make. */
const noise = 2

/** Page by page, as far as both go. */
export function pairInOrder(older: number, newer: number): PagePairs {
  return Array.from({ length: Math.max(older, newer) }, (_, at) => [
    at < older ? at + 1 : null,
    at < newer ? at + 1 : null,
  ])
}

/** Pairs the pages that are most alike, in the order of both documents. */
export function pairPages(older: readonly PageSign[], newer: readonly PageSign[]): PagePairs {
  const least = Math.min(older.length, newer.length)
  const isEqual = (from: number, to: number) => likeness(older[from], newer[to]) === 1
  let start = 0
  while (start < least && isEqual(start, start)) start += 1
  let tail = 0
  while (tail < least - start && isEqual(older.length - 1 - tail, newer.length - 1 - tail)) tail += 1
  const middle = [older, newer].map((pages) => pages.slice(start, pages.length - tail))
  return [
    ...pairInOrder(start, start),
    ...pairBest(middle[0] ?? [], middle[1] ?? []).map((pair) => shifted(pair, start, start)),
    ...pairInOrder(tail, tail).map((pair) => shifted(pair, older.length - tail, newer.length - tail)),
  ]
}

const shifted = ([from, to]: PagePairs[number], older: number, newer: number): PagePairs[number] => [
  from === null ? null : from + older,
  to === null ? null : to + newer,
]

/** `best[from * width + to]`: the most likeness that the pages from there on can have together. */
function pairBest(older: readonly PageSign[], newer: readonly PageSign[]): PagePairs {
  if (older.length * newer.length > mostPairs) return pairInOrder(older.length, newer.length)
  const width = newer.length + 1
  const best = new Float64Array((older.length + 1) * width)
  const gains = new Float64Array(best.length)
  for (let from = older.length - 1; from >= 0; from--)
    for (let to = newer.length - 1; to >= 0; to--) {
      const at = from * width + to
      gains[at] = likeness(older[from], newer[to]) - leastAlike
      const paired = (gains[at] ?? 0) + (best[at + width + 1] ?? 0)
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0)
    }
  return walk(older.length, newer.length, (from, to) => {
    const at = from * width + to
    if ((gains[at] ?? 0) > 0 && best[at] === (gains[at] ?? 0) + (best[at + width + 1] ?? 0)) return 'paired'
    return best[at] === best[at + width] ? 'removed' : 'inserted'
  })
}

function walk(
  older: number,
  newer: number,
  stepAt: (from: number, to: number) => 'paired' | 'removed' | 'inserted',
): PagePairs {
  const pairs: PagePairs = []
  let [from, to] = [0, 0]
  while (from < older || to < newer) {
    const step = to === newer ? 'removed' : from === older ? 'inserted' : stepAt(from, to)
    pairs.push([step === 'inserted' ? null : ++from, step === 'removed' ? null : ++to])
  }
  return pairs
}

/** 0 to 1; a page of words is unlike one without. */
function likeness(one: PageSign | undefined, other: PageSign | undefined): number {
  if (!one || !other) return 0
  if ('words' in one) return 'words' in other ? sharedWords(one.words, other.words) : 0
  return 'words' in other ? 0 : sharedGrey(one.grey, other.grey)
}

function sharedWords(one: Uint32Array, other: Uint32Array): number {
  let shared = 0
  for (let [a, b] = [0, 0]; a < one.length && b < other.length; ) {
    const by = (one[a] ?? 0) - (other[b] ?? 0)
    if (by === 0) shared += 1
    if (by <= 0) a += 1
    if (by >= 0) b += 1
  }
  return (2 * shared) / Math.max(1, one.length + other.length)
}

/** Beside how much each differs from its own ground, so that two mostly white pages need not be alike. */
function sharedGrey(one: Uint8Array, other: Uint8Array): number {
  const [ground, otherGround] = [median(one), median(other)]
  let [apart, ink] = [0, 0]
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0]
    apart += Math.max(0, Math.abs(a - b) - noise)
    ink += Math.abs(a - ground) + Math.abs(b - otherGround)
  }
  return apart === 0 ? 1 : Math.max(0, 1 - apart / Math.max(ink, noise * one.length))
}

const median = (grey: Uint8Array) => Uint8Array.from(grey).sort()[grey.length >> 1] ?? 0
