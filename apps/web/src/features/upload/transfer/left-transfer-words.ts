import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'
import { isLinkOpen, isSending, type TransferQueue } from './transfer-queue.ts'

/** Names what a closed dialog left undone; null if nothing waits for the user. */
export function leftTransferWords(queue: TransferQueue): string | null {
  const { isOpen, uploads, missing } = queue
  const { items } = uploads
  if (isOpen || queue.view === 'success') return null
  const again = missing.length > 0 ? [`Choose again: ${namesOf(missing)}.`] : []
  if (isSending(queue)) {
    if (items.length === 0 || again.length === 0) return null
    return [`Resuming automatically: ${namesOf(items)}.`, ...again].join(' ')
  }
  if (items.length > 0) {
    const waiting = `${formatCount(items.length, 'file')} not sent yet: ${namesOf(items)}.`
    return [waiting, ...again].join(' ')
  }
  if (again.length > 0) return again.join(' ')
  return isLinkOpen(queue) ? 'The link doesn’t yet show that everything is uploaded.' : null
}
