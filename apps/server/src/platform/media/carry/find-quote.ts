import search from 'approx-string-match'
import type { Spot } from '#server/platform/media/carry/correlate'

/** A page’s letters in order, and the middle of each in fractions of the page, or NaN. */
export type PageText = { letters: string; xs: Float64Array; ys: Float64Array }
/** Fractions of the older and of the newer page. */
export type Quoted = { from: Spot; to: Spot }

/** Letters kept before and after the nearest one. */
const around = 32
const core = 5
const leastLetters = 12
/** Share of a quote that may differ. */
const mostDifferent = 0.2
/** Beyond this part of the page a pin does not point at text. */
const farthest = 0.04

/** Where the words beside a pin are on the newer page, if they occur there once. */
export function findQuoted(older: PageText, newer: PageText, pin: Spot): Quoted | null {
  const at = nearestLetter(older, pin)
  if (at < 0) return null
  const start = Math.max(0, at - around)
  const quote = older.letters.slice(start, at + around)
  if (quote.replaceAll(' ', '').length < leastLetters) return null
  const found = search(newer.letters, quote, Math.floor(quote.length * mostDifferent))
  const [match] = found
  if (!match || found.some((other) => Math.abs(other.start - match.start) > around)) return null
  // What was put in before the letter moves it within the quote.
  const near = older.letters.slice(Math.max(start, at - core), at + core)
  const inside = newer.letters.slice(match.start, match.end).indexOf(near)
  const to = match.start + (inside < 0 ? at - start : inside + Math.min(core, at - start))
  const place = placeOf(newer, to)
  return place && { from: placeOf(older, at) ?? pin, to: place }
}

function nearestLetter({ xs, ys }: PageText, { x, y }: Spot): number {
  let [best, apart] = [-1, farthest]
  for (let at = 0; at < xs.length; at++) {
    const far = Math.hypot((xs[at] ?? Number.NaN) - x, (ys[at] ?? Number.NaN) - y)
    if (far < apart) [best, apart] = [at, far]
  }
  return best
}

function placeOf({ xs, ys }: PageText, at: number): Spot | null {
  const [x = Number.NaN, y = Number.NaN] = [xs[at], ys[at]]
  return Number.isNaN(x + y) ? null : { x, y }
}
