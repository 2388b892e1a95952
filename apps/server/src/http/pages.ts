import { pageBytesMax } from '@wingmark/contract/limits'
import { invalidFields } from '#server/platform/domain-error'
import { htmlBytes } from '#server/platform/escape-html'

/** For what a page has beside its list, such as a folder with the long names of all above it. */
const envelopeBytes = 40_000
const listBytesMax = pageBytesMax - envelopeBytes

/** A numbered page, in the contract's shape; an empty list is one page. */
export function pageOf<T>(results: T[], { page, limit }: { page: number; limit: number }, total: number) {
  return { results, currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

/** For rows of which one more than `limit` was asked: the page, and where the next one begins. */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: last !== undefined && rows.length > limit ? cursorOf(last) : null }
}

/** The first of them, at least one and no more than a page may have bytes, `besides` in it, as JSON or within HTML. */
export function fitting<T>(results: readonly T[], besides: unknown = null): T[] {
  let bytes = htmlBytes(besides)
  const end = results.findIndex((one, n) => {
    bytes += htmlBytes(one) + 1
    return bytes > listBytesMax && n > 0
  })
  return results.slice(0, end === -1 ? undefined : end)
}

type Cut<Row> = { shown: readonly Row[]; nextCursor: string | null }

/** Ends a page of `cut`, each row of which was presented, where it would have too many bytes. */
export function cutToFit<Row, T>(
  { shown, nextCursor }: Cut<Row>,
  presented: readonly T[],
  cursorOf: (last: Row) => string,
) {
  const results = fitting(presented)
  const last = shown[results.length - 1]
  const isWhole = results.length === presented.length
  return { results, nextCursor: isWhole || last === undefined ? nextCursor : cursorOf(last) }
}

const steps = [
  { letters: 500, many: 500 },
  { letters: 200, many: 100 },
  { letters: 100, many: 20 },
  { letters: 0, many: 5 },
  { letters: 0, many: 1 },
  { letters: 0, many: 0 },
]

/** How much of each `asShortAsNeeded` leaves. */
export type Shortening = { many: number; cut: (text: string) => string }

/** For pages that go by numbers: `shorten` cuts long texts and lists of each until the page is no larger than one may be. */
export function asShortAsNeeded<T>(results: readonly T[], shorten: (one: T, to: Shortening) => T): T[] {
  let short = [...results]
  for (const { letters, many } of steps) {
    if (fitting(short).length === short.length) break
    const cut = (text: string) => [...text].slice(0, letters).join('')
    short = results.map((one) => shorten(one, { many, cut }))
  }
  return short
}

/** For lists whose order can be changed by hand: the cursor is how many come before. */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,6}$/.test(cursor)) throw invalidFields({ cursor: 'Unknown cursor.' })
  return Number(cursor)
}
