import { Id } from '@wingmark/contract/ids'
import { parseJson, type Shape } from '@wingmark/contract/json'
import { pageBytesMax } from '@wingmark/contract/limits'
import { beginningOf } from '@wingmark/contract/shorten'
import { invalidFields } from '#server/platform/domain-error'
import { htmlBytes } from '#server/platform/escape-html'

/** For the rest of a page, such as a folder with the long names of all folders above it. */
const envelopeBytes = 40_000
const listBytesMax = pageBytesMax - envelopeBytes

/** A numbered page, in the contract's shape; an empty list is one page. */
export function pageOf<T>(results: T[], { page, limit }: { page: number; limit: number }, total: number) {
  return { results, currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

/** For rows queried with `limit` + 1: the page, and where the next one begins. */
export function cut<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: last !== undefined && rows.length > limit ? cursorOf(last) : null }
}

/** The first results that fit into a page with `besides`, at least one; as JSON or within HTML. */
export function fitting<T>(results: readonly T[], besides: unknown = null): T[] {
  let bytes = htmlBytes(besides)
  const end = results.findIndex((one, n) => {
    bytes += htmlBytes(one) + 1
    return bytes > listBytesMax && n > 0
  })
  return results.slice(0, end === -1 ? undefined : end)
}

type Cut<Row> = { shown: readonly Row[]; nextCursor: string | null }

/** Shortens a presented page of `cut` where it would be too large. */
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

/** How much of each result `asShortAsNeeded` leaves. */
export type Shortening = { many: number; cut: (text: string) => string }

/** For numbered pages: `shorten` cuts the results' long texts and lists until the page fits. */
export function asShortAsNeeded<T>(results: readonly T[], shorten: (one: T, to: Shortening) => T): T[] {
  let short = [...results]
  for (const { letters, many } of steps) {
    if (fitting(short).length === short.length) break
    const cut = (text: string) => beginningOf(text, letters)
    short = results.map((one) => shorten(one, { many, cut }))
  }
  return short
}

export const unknownCursor = () => invalidFields({ cursor: 'Unknown cursor.' })

/** For lists that people reorder: the cursor is the number of items before. */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,6}$/.test(cursor)) throw unknownCursor()
  return Number(cursor)
}

/** As many as fit after `offset`. */
export function fromOffset<T>(rest: readonly T[], offset: number) {
  const results = fitting(rest)
  return { results, nextCursor: results.length < rest.length ? String(offset + results.length) : null }
}

/** For lists ordered by id: the cursor is the last id of the previous page. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined || cursor === '') return null
  if (!Id.safeParse(cursor).success) throw unknownCursor()
  return cursor
}

/** For lists in a chosen order: the last row's values of that order, and its id. */
export const writeCursor = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

export function readCursor<T>(cursor: string | undefined, shape: Shape<T>): T | null {
  if (cursor === undefined || cursor === '') return null
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString(), shape)
  if (!parts) throw unknownCursor()
  return parts
}
