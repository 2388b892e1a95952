import { copyName, createNames } from '@wingmark/contract/transfer-names'
import { copyTransfer } from '@wingmark/contract/transfers'
import { change, childrenOf, type Node, named } from '#web/features/transfers/changes/transfer-change'
import { call } from '#web/lib/api'
import { orNull, shape, text, texts } from '#web/lib/changes/read-kept'

const idOf = (copies: string, id: string) => `${copies} ${id}`

/** Copies beside the originals, or into another folder, which shows once the server has answered. */
export const copyTransfers = change(
  'copy',
  shape({ ids: texts, copies: text, at: text }, { parent: orNull(text), where: text }),
  {
    apply({ items, deleted }, { ids, copies, at, parent }) {
      if (parent !== undefined) return { items, deleted }
      // Names each one beside those before it.
      const made: Node[] = []
      for (const item of ids.flatMap((id) => items.find((one) => one.id === id) ?? [])) {
        const taken = createNames(childrenOf([...items, ...made], item.parent).map(({ name }) => name))
        const copy = { ...item, id: idOf(copies, item.id), name: copyName(item, taken), createdAt: at }
        made.push(copy, ...copiesBelow(items, item, copy))
      }
      return { items: [...made, ...items], deleted }
    },
    async send({ made }, { ids, copies, parent }, { key }) {
      const { params, also } = named(ids)
      const body = { also, ...(parent !== undefined && { parent }) }
      const { results } = await call(copyTransfer, { params, body, idempotencyKey: key })
      results.forEach(({ _id }, at) => made(idOf(copies, ids[at] ?? ''), [_id]))
    },
    invert: (_before, { ids, copies }) => ({
      ...{ kind: 'remove', deletion: `${copies} removed` },
      ids: ids.map((id) => idOf(copies, id)),
    }),
    messages: {
      thing: () => 'files you copied',
      done: ({ where }, things = '') =>
        where === undefined ? `${things} duplicated` : `${things} copied to ${where}`,
    },
  },
)

function copiesBelow(items: readonly Node[], original: Node, copy: Node): Node[] {
  return childrenOf(items, original.id).flatMap((child) => {
    const below = { ...child, id: `${copy.id}/${child.id}`, parent: copy.id, createdAt: copy.createdAt }
    return [below, ...copiesBelow(items, child, below)]
  })
}
