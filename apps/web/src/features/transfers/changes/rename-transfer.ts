import { isolated } from '@wingmark/contract/names'
import { renameTransfer as renameOne } from '@wingmark/contract/transfers'
import { checkedName } from '#web/features/transfers/changes/rules'
import { change } from '#web/features/transfers/changes/transfer-change'
import { call } from '#web/lib/api'
import { shape, text } from '#web/lib/changes/read-kept'

/** A file or folder gets another name. */
export const renameTransfer = change('rename', shape({ id: text, name: text }), {
  apply({ items, deleted }, input) {
    const name = checkedName(input.name)
    return { items: items.map((item) => (item.id === input.id ? { ...item, name } : item)), deleted }
  },
  send: async (_at, { id, name }) => void (await call(renameOne, { params: { id }, body: { name } })),
  invert({ items }, input) {
    const found = items.find(({ id }) => id === input.id)
    return found ? { ...input, name: found.name } : null
  },
  leaves: (_before, renamed) => ({ renamed }),
  messages: { thing: () => 'file you renamed', done: ({ name }) => `Renamed to “${isolated(name)}”` },
})
