import { moveTransfer, transferMessages } from '@wingmark/contract/transfers'
import { heightOf, requireDepth } from '#web/features/transfers/changes/rules'
import {
  change,
  isWithin,
  named,
  type Place,
  type Tree,
} from '#web/features/transfers/changes/transfer-change'
import { TransferRefusal } from '#web/features/transfers/transfer-source'
import { call } from '#web/lib/api'
import { list, orNull, shape, text, texts } from '#web/lib/changes/read-kept'

const place = { ids: texts, parent: orNull(text) }

const placed = ({ items, deleted }: Tree, { ids, parent }: Place): Tree => ({
  items: items.map((item) => (ids.includes(item.id) ? { ...item, parent } : item)),
  deleted,
})

async function send({ ids, parent }: Place): Promise<void> {
  const { params, also } = named(ids)
  await call(moveTransfer, { params, body: { parent, also } })
}

/** Into another folder, whose name is `where`. */
export const moveTransfers = change('move', shape({ ...place, where: text }), {
  apply(tree, { ids, parent }) {
    const { items } = tree
    if (isWithin(items, parent, ids)) throw new TransferRefusal(transferMessages.intoItself)
    requireDepth(items, parent, Math.max(...ids.map((id) => heightOf(items, id))))
    return placed(tree, { ids, parent })
  },
  send: (_at, input) => send(input),
  invert({ items }, { ids }) {
    const parents = Map.groupBy(
      items.filter(({ id }) => ids.includes(id)),
      ({ parent }) => parent,
    )
    const places = [...parents].map(([parent, some]) => ({ ids: some.map(({ id }) => id), parent }))
    return { kind: 'putBack', places }
  },
  leaves: (_before, { ids }) => ({ gone: ids }),
  messages: {
    thing: () => 'files you moved',
    done: ({ where }, things = '') => `${things} moved to ${where}`,
  },
})

/** Into the folders where they were. */
export const putTransfersBack = change('putBack', shape({ places: list(shape(place)) }), {
  apply: (tree, { places }) => places.reduce(placed, tree),
  send: async (_at, { places }) => void (await Promise.all(places.map(send))),
  leaves: () => ({ isAnywhere: true }),
  messages: { thing: () => 'files you moved back' },
})
