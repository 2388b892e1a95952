import { deleteTransfer, extractTransfer, restoreTransfer } from '@wingmark/contract/transfers'
import {
  change,
  childrenOf,
  isWithin,
  type Node,
  named,
  parentOf,
  type Tree,
} from '#web/features/transfers/changes/transfer-change'
import { call } from '#web/lib/api'
import { shape, text, texts } from '#web/lib/changes/read-kept'

const without = (items: readonly Node[], gone: readonly Node[]) =>
  items.filter(({ id }) => !gone.some((one) => one.id === id))

const taken = ({ items, deleted }: Tree, deletion: string, gone: readonly Node[]): Tree => ({
  items: without(items, gone),
  deleted: { ...deleted, [deletion]: gone },
})

/** With everything below them, in one deletion. */
export const deleteTransfers = change('remove', shape({ ids: texts, deletion: text }), {
  apply: (tree, { ids, deletion }) =>
    taken(
      tree,
      deletion,
      tree.items.filter(({ id }) => isWithin(tree.items, id, ids)),
    ),
  async send({ idsOf, made }, { ids, deletion }) {
    const { params, also } = named(idsOf(ids))
    made(deletion, [(await call(deleteTransfer, { params, body: { also } })).result.deletionId])
  },
  invert: (_before, { deletion }) => ({ kind: 'restore', deletion }),
  leaves: (_before, { ids }) => ({ gone: ids }),
  messages: { thing: () => 'files you deleted', done: (_input, things = '') => `${things} deleted` },
})

/** A folder’s contents move one level up, and it is deleted. */
export const extractFolder = change('extract', shape({ id: text }), {
  apply(tree, { id }) {
    const parent = parentOf(tree.items, id)
    const inside = childrenOf(tree.items, id)
    const { items, deleted } = taken(tree, id, [...tree.items.filter((item) => item.id === id), ...inside])
    return { items: [...inside.map((item) => ({ ...item, parent })), ...items], deleted }
  },
  send: async (_at, { id }) => void (await call(extractTransfer, { params: { id }, body: {} })),
  invert: (_before, { id }) => ({ kind: 'restore', deletion: id }),
  leaves: (_before, { id }) => ({ gone: [id] }),
  messages: { thing: () => 'folder you extracted', done: (_input, things = '') => `${things} extracted` },
})

/** What a deletion took, or a folder that was extracted with what was in it. */
export const restoreTransfers = change('restore', shape({ deletion: text }), {
  apply({ items, deleted }, { deletion }) {
    const back = deleted[deletion] ?? []
    return { items: [...back, ...without(items, back)], deleted }
  },
  async send({ idsOf }, { deletion }) {
    for (const id of idsOf([deletion])) await call(restoreTransfer, { params: { id }, body: {} })
  },
  leaves: () => ({ isAnywhere: true }),
  messages: { thing: () => 'files you restored' },
})
