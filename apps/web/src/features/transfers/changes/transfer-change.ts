import type { TransferChange } from '#web/features/transfers/changed-pages'
import type { Item } from '#web/features/transfers/transfer-source'
import { changesOf } from '#web/lib/changes/change'

export type Node = Pick<Item, 'id' | 'name' | 'type' | 'parent' | 'size' | 'createdAt'>

/** Someone's files and folders; `deleted`: what each deletion took or lifted out, as it was. */
export type Tree = { items: readonly Node[]; deleted: Readonly<Record<string, readonly Node[]>> }

/** What sending needs: the server's ids of what was made here, and of deletions. */
export type Sending = {
  idsOf: (ids: readonly string[]) => string[]
  made: (id: string, ids: readonly string[]) => void
}

export type Place = { ids: string[]; parent: string | null }

type Inverse =
  | { kind: 'remove'; ids: string[]; deletion: string }
  | { kind: 'restore'; deletion: string }
  | { kind: 'putBack'; places: Place[] }

/** One kind of change of a tree; `leaves`: what is known of the lists then. */
export const change = changesOf<Tree, object, Sending, TransferChange, Inverse>()

/** The first goes into the address, the others into the body. */
export function named([id, ...also]: readonly string[]) {
  if (id === undefined) throw new Error('nothing was chosen')
  return { params: { id }, also }
}

export const childrenOf = (items: readonly Node[], parent: string | null) =>
  items.filter((item) => item.parent === parent)

export const parentOf = (items: readonly Node[], id: string | null) =>
  items.find((item) => item.id === id)?.parent ?? null

/** Whether `id` is one of these or inside it. */
export const isWithin = (items: readonly Node[], id: string | null, tops: readonly string[]): boolean =>
  id !== null && (tops.includes(id) || isWithin(items, parentOf(items, id), tops))
