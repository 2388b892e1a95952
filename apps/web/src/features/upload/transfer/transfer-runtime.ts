import { deleteFile, getFile } from '@wingmark/contract/files'
import { createTransfer } from '@wingmark/contract/transfers'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import {
  addAllToDelivery,
  addToDelivery,
  announceArrived,
  completeDelivery,
  refreshDeliveries,
  removeDelivery,
} from '#web/features/deliveries/queries'
import { makeLink } from '#web/features/deliveries/terms/make-link'
import { refreshTransfers } from '#web/features/transfers/queries'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { warnOnLeaving } from '#web/lib/leave-warning'
import { queryClient } from '#web/lib/query-client'
import { sendingCount } from '#web/lib/sending'
import { beforeLeaving, getSession, subscribeToSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'
import { toastError, toastSuccess } from '#web/lib/toast'
import { uploadInTurn } from '#web/lib/upload-in-turn'
import { abandonUpload, sendFile } from '#web/lib/upload-tus'
import { checkReadable, emptyFoldersOf, foldersOf } from '../dropped-files.ts'
import { reopen } from '../file-handles.ts'
import { createSessionKeeper } from '../kept-session.ts'
import type { KeptTransfer } from './kept-transfer.ts'
import { isSending } from './transfer-queue.ts'
import { createTransferStore, type TransferSession } from './transfer-store.ts'

const make = async (body: Parameters<typeof call<typeof createTransfer>>[1]['body'], key: string) =>
  (await call(createTransfer, { body, idempotencyKey: key })).result._id

/** This tab's transfer queue; it outlives every page. */
export const transfers = createTransferStore({
  transport: (request) => uploadInTurn(() => sendFile(request)),
  newKey: uuid,
  readable: checkReadable,
  foldersOf,
  emptyFoldersOf,
  makeFolder: ({ name, parent, key }) => make({ type: 'FOLDER', name, parent }, key),
  makeRecord: ({ name, file, parent, key }) => make({ type: 'FILE', name, file, parent }, key),
  makeLink: (terms, expectedCount, key) => makeLink(terms, { expectedCount }, key),
  addToLink: addToDelivery,
  completeLink: completeDelivery,
  addAllToLink: addAllToDelivery,
  removeLink: removeDelivery,
  announceArrived,
  keeper: createSessionKeeper<KeptTransfer>('TRANSFER'),
  restore: {
    findStored,
    reopen: async (kept) => kept.handle && reopen(kept.handle, kept, false),
  },
  askToReopen: async (kept) => kept.handle && reopen(kept.handle, kept, true),
  discardFile: (id) => call(deleteFile, { params: { id } }),
  abandon: abandonUpload,
  refresh() {
    refreshTransfers(queryClient)
    refreshDeliveries(queryClient)
    void queryClient.invalidateQueries({ queryKey: accountKeys.usage })
  },
  toastError,
  toastSuccess,
})

/** Null if the server has deleted it; nothing of it shows. */
async function findStored(id: string): Promise<string | null> {
  try {
    await call(getFile, { params: { id } })
    return ''
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

subscribeToSession(() => {
  if (getSession().token === null) transfers.halt()
})
beforeLeaving(async () => transfers.halt())

window.addEventListener('pagehide', transfers.keepNow)

transfers.screens.subscribe(() => {
  const { queue } = transfers.getSession()
  warnOnLeaving(transfers, isSending(queue))
  sendingCount.dispatch(isSending(queue) ? queue.uploads.items.length : 0)
})

/** Reads one value of the transfer session; renders again when it changes. */
export function useTransfers<T>(read: (session: TransferSession) => T): T {
  return useStore(transfers.screens, read)
}
