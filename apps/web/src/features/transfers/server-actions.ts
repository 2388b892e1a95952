import { downloadTransfers } from '@wingmark/contract/transfers'
import { v4 as uuid } from 'uuid'
import type { TransferChange } from '#web/features/transfers/changed-pages'
import { named } from '#web/features/transfers/changes/transfer-change'
import {
  changeOf,
  partsOf,
  type TransferActions,
  type TransferInput,
} from '#web/features/transfers/changes/transfer-changes'
import { inSteps } from '#web/features/transfers/in-steps'
import { call } from '#web/lib/api'
import { downloadFrom } from '#web/lib/download-from'
import { requestSending } from '#web/lib/finals-request'

/** `after` gets each change as it is sent, with its known effects on a shown list. */
export function serverActions(
  after: (sent: Promise<void>, known?: TransferChange) => Promise<void>,
): TransferActions {
  const known = new Map<string, readonly string[]>()
  const idsOf = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? id)
  const at = { idsOf, made: (id: string, ids: readonly string[]) => void known.set(id, ids) }
  const send = (input: TransferInput) => {
    const { send: sendOne, leaves } = changeOf(input)
    const left = leaves?.({ items: [], deleted: {} }, input, {})
    const gone = left?.gone && { gone: idsOf(left.gone) }
    return after(sendOne(at, input, { key: uuid() }), left && { ...left, ...gone })
  }
  return {
    run: (input, items) =>
      inSteps(partsOf(input), async (part) => {
        const inverse = changeOf(part).invert?.({ items, deleted: {} }, part)
        await send(part)
        return async () => inverse && send(inverse)
      }),
    canCopy: true,
    async download(items) {
      const { params, also } = named(items.map(({ id }) => id))
      const { result } = await call(downloadTransfers, { body: { items: [params.id, ...also] } })
      downloadFrom(result.url)
    },
    send: (items) => requestSending(items),
  }
}
