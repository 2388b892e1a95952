import { isolated } from '@wingmark/contract/names'
import { createTransfer } from '@wingmark/contract/transfers'
import { checkedName, requireDepth } from '#web/features/transfers/changes/rules'
import { change } from '#web/features/transfers/changes/transfer-change'
import { call } from '#web/lib/api'
import { orNull, shape, text } from '#web/lib/changes/read-kept'

export const createFolder = change(
  'create',
  shape({ id: text, name: text, parent: orNull(text), at: text }),
  {
    apply({ items, deleted }, { id, parent, at, ...input }) {
      const name = checkedName(input.name)
      requireDepth(items, parent, 1)
      return { items: [{ id, name, type: 'FOLDER', parent, size: null, createdAt: at }, ...items], deleted }
    },
    async send({ made }, { id, name, parent }, { key }) {
      const body = { type: 'FOLDER' as const, name, parent }
      made(id, [(await call(createTransfer, { body, idempotencyKey: key })).result._id])
    },
    invert: (_before, { id }) => ({ kind: 'remove', ids: [id], deletion: `${id} removed` }),
    messages: { thing: () => 'folder you created', done: ({ name }) => `“${isolated(name)}” created` },
  },
)
