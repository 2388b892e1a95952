import * as contract from '@wingmark/contract/transfers'
import { v4 as uuid } from 'uuid'
import type { TransferChange } from '#web/features/transfers/changed-pages'
import { inSteps } from '#web/features/transfers/in-steps'
import { placeNewer } from '#web/features/transfers/queries'
import type { Item, Newer, TransferActions, Undo } from '#web/features/transfers/transfer-source'
import { call } from '#web/lib/api'
import { downloadFrom } from '#web/lib/download-from'
import { requestSending } from '#web/lib/finals-request'

type Ids = [string, ...string[]]
const split = ([id, ...also]: Ids) => ({ params: { id }, also })
const idsOf = (items: readonly { id: string }[]): Ids => {
  const [first, ...rest] = items.map((item) => item.id)
  if (first === undefined) throw new Error('nothing was chosen')
  return [first, ...rest]
}

const removeIds = (ids: Ids) => {
  const { params, also } = split(ids)
  return call(contract.deleteTransfer, { params, body: { also } })
}
const moveIds = (ids: Ids, parent: string | null) => {
  const { params, also } = split(ids)
  return call(contract.moveTransfer, { params, body: { parent, also } })
}
const restore = (id: string) => call(contract.restoreTransfer, { params: { id }, body: {} })

/** In as many calls as needed; each returns its undo. */
async function copySome(items: readonly Item[], to: { parent?: string | null }): Promise<Undo> {
  const { params, also } = split(idsOf(items))
  const { results } = await call(contract.copyTransfer, {
    params,
    body: { ...to, also },
    idempotencyKey: uuid(),
  })
  return () => removeIds(idsOf(results.map((one) => ({ id: one._id }))))
}
async function copyNewer(newer: Newer, parent: string | null): Promise<Undo> {
  const id = await placeNewer(newer, parent)
  return () => removeIds([id])
}
async function moveSome(items: readonly Item[], parent: string | null): Promise<Undo> {
  await moveIds(idsOf(items), parent)
  const earlier = Map.groupBy(items, (item) => item.parent)
  return () => Promise.all([...earlier].map(([from, some]) => moveIds(idsOf(some), from)))
}
async function removeSome(items: readonly Item[]): Promise<Undo> {
  const { result } = await removeIds(idsOf(items))
  return () => restore(result.deletionId)
}

/** `after` gets each change as it is sent, with its known effects on a shown list. */
export function serverActions(
  after: <T>(change: Promise<T>, known?: TransferChange) => Promise<T>,
): TransferActions {
  const change = async (work: Promise<Undo>, known?: TransferChange): Promise<Undo> => {
    const undo = await after(work, known)
    return () => after(undo(), { isAnywhere: true })
  }
  const copy = (items: readonly Item[], to: { parent?: string | null }) =>
    change(inSteps(items, (some) => copySome(some, to)))
  return {
    async createFolder(name, parent) {
      const body = { type: 'FOLDER' as const, name, parent }
      const { result } = await after(call(contract.createTransfer, { body, idempotencyKey: uuid() }))
      return () => after(removeIds([result._id]), { gone: [result._id] })
    },
    async rename({ id, name: before }, name) {
      const to = (given: string) =>
        after(call(contract.renameTransfer, { params: { id }, body: { name: given } }), {
          renamed: { id, name: given },
        })
      await to(name)
      return () => to(before)
    },
    duplicate: (items) => copy(items, {}),
    copy: (items, parent) => copy(items, { parent }),
    addNewer: ({ parent }, newer) => change(copyNewer(newer, parent)),
    move: (items, parent) =>
      change(
        inSteps(items, (some) => moveSome(some, parent)),
        { gone: idsOf(items) },
      ),
    async extract({ id }) {
      await after(call(contract.extractTransfer, { params: { id }, body: {} }), { gone: [id] })
      return () => after(restore(id), { isAnywhere: true })
    },
    remove: (items) => change(inSteps(items, removeSome), { gone: idsOf(items) }),
    async download(items) {
      const { result } = await call(contract.downloadTransfers, { body: { items: idsOf(items) } })
      downloadFrom(result.url)
    },
    send: (items) => requestSending(items),
  }
}
