import { objectShape, parseJson } from '@wingmark/contract/json'
import { readStored, writeStored } from '#web/lib/browser-storage'

/** When this device last saw each file, by the server's clock: newer comments show a dot. */
export type Seen = Record<string, string>

const keyOf = (reviewId: string) => `wingmark.seen-until.${reviewId}`

type Said = { _id: string; lastSaidAt: string | null }

/** What this device has seen; without data, everything until `since`. */
export function readSeen(reviewId: string, files: readonly Said[], since: string): Seen {
  const kept = parse(readStored(keyOf(reviewId)))
  return kept ?? Object.fromEntries(files.map((file) => [file._id, since]))
}

export function keepSeen(reviewId: string, seen: Seen): void {
  writeStored(keyOf(reviewId), JSON.stringify(seen))
}

/** Marks the current file as seen; the same object if it was. */
export function markSeen(seen: Seen, file: Said): Seen {
  return isUnread(seen, file) ? { ...seen, [file._id]: file.lastSaidAt ?? '' } : seen
}

export function isUnread(seen: Seen, { _id, lastSaidAt }: Said): boolean {
  return lastSaidAt !== null && lastSaidAt > (seen[_id] ?? '')
}

function parse(text: string | null): Seen | null {
  const value = parseJson(text, objectShape)
  return value && Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === 'string'))
}
