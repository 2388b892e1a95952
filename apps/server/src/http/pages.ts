import { invalidFields } from '#server/platform/domain-error'

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

/** For lists whose order can be changed by hand: the cursor is how many come before. */
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,6}$/.test(cursor)) throw invalidFields({ cursor: 'Unknown cursor.' })
  return Number(cursor)
}
