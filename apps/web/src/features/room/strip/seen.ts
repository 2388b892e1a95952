import { objectShape, parseJson } from '@wingmark/contract/json'

/** How many comments of each file this device has seen, so that new ones show as a dot. */
export type Seen = Record<string, number>

const keyOf = (reviewId: string) => `wingmark.seen.${reviewId}`

type Counted = { _id: string; commentCount: number }

/** What was seen before; on the first visit nothing counts as new. */
export function readSeen(reviewId: string, files: readonly Counted[]): Seen {
  const kept = parse(localStorage.getItem(keyOf(reviewId)))
  return kept ?? Object.fromEntries(files.map((file) => [file._id, file.commentCount]))
}

export function keepSeen(reviewId: string, seen: Seen): void {
  try {
    localStorage.setItem(keyOf(reviewId), JSON.stringify(seen))
  } catch {
    // Dots are then only for this visit.
  }
}

/** The file that is looked at has been seen; the same object where that is known. */
export function markSeen(seen: Seen, file: Counted): Seen {
  return seen[file._id] === file.commentCount ? seen : { ...seen, [file._id]: file.commentCount }
}

export function isUnread(seen: Seen, file: Counted): boolean {
  return file.commentCount > (seen[file._id] ?? 0)
}

function parse(text: string | null): Seen | null {
  const value = parseJson(text, objectShape)
  return value && Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === 'number'))
}
