import { clientMessages } from '@wingmark/contract/errors'
import { ApiError, isOutOfRoom } from '#web/lib/api-error'
import { reportStorageFull } from '#web/lib/storage-full'
import { toastError } from '#web/lib/toast'

/** The error catalogue's sentence; null if it stays silent (404, aborted). */
export function messageForError(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  if (!(error instanceof ApiError)) return clientMessages.unexpected
  if (error.status === 404)
    return error.code === 'NOT_FOUND' || error.code === 'UNKNOWN' ? null : error.message
  if (error.code === 'UNAUTHENTICATED') return clientMessages.sessionExpired
  if (error.code === 'FORBIDDEN') return clientMessages.forbidden
  return error.message
}

/** These say more than any screen's sentence. */
const ownSentence: readonly number[] = [0, 401, 403, 404]
const saysMore = ({ status, isWordless }: ApiError) =>
  ownSentence.includes(status) || (status === 503 && !isWordless)

/** The query client calls it for every failure; call it only for other calls. `instead` replaces the general sentence. */
export function toastForError(error: unknown, instead?: string): void {
  const message = messageForError(error)
  if (!message) return
  if (error instanceof ApiError && isOutOfRoom(error)) return reportStorageFull(message)
  const isOwn = error instanceof ApiError && saysMore(error)
  toastError(instead && !isOwn ? instead : message)
}
