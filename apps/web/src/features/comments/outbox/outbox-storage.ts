import { objectShape, parseJson } from '@wingmark/contract/json'
import { keptReviewsKey } from '@wingmark/contract/kept-reviews'
import { parseDraft } from '#web/features/comments/outbox/drafts'
import { asEnded, type OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { writeStored } from '#web/lib/browser-storage'
import { oneOf, shape, text } from '#web/lib/changes/read-kept'

// One entry per item, so that two tabs never overwrite each other.
const prefixOf = (place: string) => `wingmark.outbox.${place}.`

/** False without room: then it is only in memory, and being sent. */
export const keepItem = <Target>(place: string, item: OutboxItem<Target>): boolean =>
  writeStored(prefixOf(place) + item.key, JSON.stringify(item))

export const isItemKept = (place: string, key: string) => localStorage.getItem(prefixOf(place) + key) !== null

/** The key of an item that another tab sent or discarded, from a storage event. */
export function itemGone(place: string, event: StorageEvent): string | null {
  const prefix = prefixOf(place)
  return event.newValue === null && event.key?.startsWith(prefix) ? event.key.slice(prefix.length) : null
}

export function forgetItem(place: string, key: string): void {
  localStorage.removeItem(prefixOf(place) + key)
}

/** Whether an earlier visit left items. */
export function hasItems(place: string): boolean {
  const prefix = prefixOf(place)
  return Object.keys(localStorage).some((name) => name.startsWith(prefix))
}

/** The ids of places of one kind (`kind.id`) where an earlier visit left items. */
export function placesLeft(kind: string): string[] {
  const prefix = prefixOf(kind)
  const left = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  return [...new Set(left.map((name) => name.slice(prefix.length, name.lastIndexOf('.'))))]
}

const ofReview = /^wingmark\.outbox\.([\da-f-]{36})\.[^.]+$/

/** The reviews where an earlier visit left items, except device-only ones. */
export function reviewsLeft(): string[] {
  const onDevice = localStorage.getItem(keptReviewsKey) ?? ''
  const left = Object.keys(localStorage).flatMap((name) => ofReview.exec(name)?.[1] ?? [])
  return [...new Set(left)].filter((id) => !onDevice.includes(id))
}

/** Parses a stored target; null leaves the item alone. `hasContent`: there are words or files. */
export type ParseTarget<Target> = (value: unknown, hasContent: boolean) => Target | null

/** Items that an earlier visit of the same account could not deliver; a guest's items go to anyone. */
export function readItems<Target>(
  place: string,
  writer: string | null,
  parseTarget: ParseTarget<Target>,
): OutboxItem<Target>[] {
  const prefix = prefixOf(place)
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => parseItem(localStorage.getItem(name), parseTarget) ?? [])
    .filter((item) => item.writer === null || item.writer === writer)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

const readEntry = shape(
  { key: text },
  {
    ...{ message: text, at: text, author: text, writer: text, proof: text },
    target: (value: unknown) => value,
    end: shape({ of: oneOf(['part', 'place']), why: text }),
  },
)

function parseItem<Target>(json: string | null, parseTarget: ParseTarget<Target>): OutboxItem<Target> | null {
  const entry = readEntry(parseJson(json, objectShape))
  if (!entry?.key) return null
  const { key, message = '', at = '', author = '', writer, proof, end } = entry
  const { files, mentioned } = parseDraft(json)
  const target = parseTarget(entry.target, message !== '' || files.length > 0)
  return (
    target && {
      ...{ key, target, message, files, mentioned, at, author },
      ...{ writer: writer || null, proof: proof || null },
      ...{ state: 'waiting', error: null, tries: 0 },
      ...(end && asEnded(end)),
    }
  )
}
