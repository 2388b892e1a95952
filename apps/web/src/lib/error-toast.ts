import { clientMessages } from '@wingmark/contract/errors'
import { ApiError } from '#web/lib/api-error'
import { toastError } from '#web/lib/toast'

/** The sentence that the error catalogue shows for an error; null where it stays silent (404, aborted). */
export function messageForError(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'AbortError') return null
  if (!(error instanceof ApiError)) return clientMessages.unexpected
  if (error.status === 404)
    return error.code === 'NOT_FOUND' || error.code === 'UNKNOWN' ? null : error.message
  if (error.code === 'UNAUTHENTICATED') return clientMessages.sessionExpired
  if (error.code === 'FORBIDDEN') return clientMessages.forbidden
  return error.message
}

/** Called by the query client for everything that fails; call it yourself only for calls made outside of it. */
export function toastForError(error: unknown): void {
  const message = messageForError(error)
  if (message) toastError(message)
}
