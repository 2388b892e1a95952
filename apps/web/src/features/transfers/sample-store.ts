import { type Item, TransferRefusal } from '#web/features/transfers/transfer-source'

export type SampleItem = Pick<Item, 'id' | 'name' | 'type' | 'parent' | 'size' | 'createdAt'>
/** `before` is what the latest operation changed; with it, that can be undone. */
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

/** Made up, and the same for everybody. */
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

/** One operation on the sample, or the undo of the latest. Throws TransferRefusal for what cannot be. */
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
      const { id, name, parent, at } = operation
      return [{ id, name, type: 'FOLDER', parent, size: null, createdAt: at }, ...items]
    }
    case 'rename':
      return items.map((item) => (item.id === operation.id ? { ...item, name: operation.name } : item))
    case 'duplicate':
      return [...operation.ids.flatMap((id) => copyOf(items, id, operation)), ...items]
    case 'move': {
      const { ids, parent } = operation
      if (ids.some((id) => isWithin(items, parent, id)))
        throw new TransferRefusal('A folder cannot be moved into itself.')
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

/** Whether `id` is the folder, or lies below it. */
function isWithin(items: readonly SampleItem[], id: string | null, top: string): boolean {
  if (id === null) return false
  return id === top || isWithin(items, items.find((item) => item.id === id)?.parent ?? null, top)
}

function copyOf(
  items: readonly SampleItem[],
  id: string,
  how: { newId: () => string; at: string },
  into?: string,
): SampleItem[] {
  const item = items.find((one) => one.id === id)
  if (!item) return []
  const copy = {
    ...item,
    id: how.newId(),
    createdAt: how.at,
    ...(into === undefined ? { name: copyName(item) } : { parent: into }),
  }
  return [copy, ...childrenOf(items, id).flatMap((child) => copyOf(items, child.id, how, copy.id))]
}

function copyName({ name, type }: SampleItem): string {
  const dot = type === 'FILE' ? name.lastIndexOf('.') : -1
  return dot > 0 ? `${name.slice(0, dot)} copy${name.slice(dot)}` : `${name} copy`
}
