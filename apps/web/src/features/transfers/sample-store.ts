import { transferDepthMax } from '@wingmark/contract/limits'
import { copyName, createNames } from '@wingmark/contract/transfer-names'
import { TransferName, transferMessages } from '@wingmark/contract/transfers'
import { type Item, TransferRefusal } from '#web/features/transfers/transfer-source'

export type SampleItem = Pick<Item, 'id' | 'name' | 'type' | 'parent' | 'size' | 'createdAt'>
/** `before` is what the latest operation changed, for its undo. */
export type Sample = { items: readonly SampleItem[]; before: readonly SampleItem[] | null }

export type SampleOperation =
  | { type: 'create'; id: string; name: string; parent: string | null; at: string }
  | { type: 'rename'; id: string; name: string }
  | { type: 'duplicate'; ids: readonly string[]; newId: () => string; at: string }
  | { type: 'move'; ids: readonly string[]; parent: string | null }
  | { type: 'extract'; id: string }
  | { type: 'remove'; ids: readonly string[] }
  | { type: 'undo' }

const minutes = (ago: number) => new Date(Date.UTC(2026, 0, 15, 12) - ago * 60_000).toISOString()
const folder = (id: string, name: string, parent: string | null, ago: number): SampleItem => ({
  id,
  name,
  type: 'FOLDER',
  parent,
  size: null,
  createdAt: minutes(ago),
})
const file = (id: string, name: string, parent: string | null, size: number, ago: number): SampleItem => ({
  ...folder(id, name, parent, ago),
  type: 'FILE',
  size,
})

/** Invented, and the same for everybody. */
export const firstSample: Sample = {
  items: [
    folder('logo', 'Logo, final', null, 40),
    folder('print', 'Print', null, 180),
    file('brief', 'Brief.pdf', null, 482_113, 2_900),
    file('logo-svg', 'logo.svg', 'logo', 14_220, 45),
    file('logo-png', 'logo@2x.png', 'logo', 88_410, 44),
    folder('posters', 'Posters', 'print', 170),
    file('poster-a', 'poster-a.pdf', 'posters', 24_118_090, 160),
    file('poster-b', 'poster-b.pdf', 'posters', 22_904_771, 150),
  ],
  before: null,
}

/** One operation on the sample, or the undo of the latest. Throws TransferRefusal if impossible. */
export function stepSample(sample: Sample, operation: SampleOperation): Sample {
  const { items } = sample
  if (operation.type === 'undo') return { items: sample.before ?? items, before: null }
  return { items: apply(items, operation), before: items }
}

export const childrenOf = (items: readonly SampleItem[], parent: string | null) =>
  items.filter((item) => item.parent === parent)

function apply(
  items: readonly SampleItem[],
  operation: Exclude<SampleOperation, { type: 'undo' }>,
): readonly SampleItem[] {
  switch (operation.type) {
    case 'create': {
      const { id, parent, at } = operation
      const name = nameOf(operation.name)
      requireDepth(items, parent, 1)
      return [{ id, name, type: 'FOLDER', parent, size: null, createdAt: at }, ...items]
    }
    case 'rename': {
      const name = nameOf(operation.name)
      return items.map((item) => (item.id === operation.id ? { ...item, name } : item))
    }
    case 'duplicate': {
      // Names each one beside those before it.
      const copies: SampleItem[] = []
      for (const id of operation.ids) copies.push(...copyOf(items, id, { ...operation, copies: [...copies] }))
      return [...copies, ...items]
    }
    case 'move': {
      const { ids, parent } = operation
      if (ids.some((id) => isWithin(items, parent, id)))
        throw new TransferRefusal(transferMessages.intoItself)
      requireDepth(items, parent, Math.max(...ids.map((id) => heightOf(items, id))))
      return items.map((item) => (ids.includes(item.id) ? { ...item, parent } : item))
    }
    case 'extract': {
      const up = items.find((item) => item.id === operation.id)?.parent ?? null
      return items
        .filter((item) => item.id !== operation.id)
        .map((item) => (item.parent === operation.id ? { ...item, parent: up } : item))
    }
    case 'remove':
      return items.filter((item) => !operation.ids.some((id) => isWithin(items, item.id, id)))
  }
}

function nameOf(given: string): string {
  const { success, data, error } = TransferName.safeParse(given)
  if (!success) throw new TransferRefusal(error.issues[0]?.message ?? '')
  return data
}

/** The depth of nested folders; a file has none. */
function heightOf(items: readonly SampleItem[], id: string): number {
  if (items.find((item) => item.id === id)?.type !== 'FOLDER') return 0
  return 1 + Math.max(0, ...childrenOf(items, id).map((child) => heightOf(items, child.id)))
}

function requireDepth(items: readonly SampleItem[], parent: string | null, height: number): void {
  let level = height
  for (let at = parent; at !== null; at = items.find((item) => item.id === at)?.parent ?? null) level += 1
  if (height > 0 && level > transferDepthMax) throw new TransferRefusal(transferMessages.tooDeep)
}

/** Whether `id` is the folder or inside it. */
function isWithin(items: readonly SampleItem[], id: string | null, top: string): boolean {
  if (id === null) return false
  return id === top || isWithin(items, items.find((item) => item.id === id)?.parent ?? null, top)
}

function copyOf(
  items: readonly SampleItem[],
  id: string,
  how: { newId: () => string; at: string; copies: readonly SampleItem[] },
  into?: string,
): SampleItem[] {
  const item = items.find((one) => one.id === id)
  if (!item) return []
  const copy = {
    ...item,
    id: how.newId(),
    createdAt: how.at,
    ...(into === undefined
      ? {
          name: copyName(
            item,
            createNames(childrenOf([...items, ...how.copies], item.parent).map(({ name }) => name)),
          ),
        }
      : { parent: into }),
  }
  return [copy, ...childrenOf(items, id).flatMap((child) => copyOf(items, child.id, how, copy.id))]
}
