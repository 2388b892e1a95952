import type { Delivery, DeliveryState } from '@wingmark/contract/deliveries'
import { formatCount, formatRelativeTime } from '#web/lib/format'

export { deliveryFacts, leftWords } from '@wingmark/contract/delivery-facts'

/** "Downloaded 3 times, last 2 hours ago". */
export function downloadsOf({ downloadCount, lastDownloadedAt }: Delivery): string {
  if (downloadCount === 0) return 'Not downloaded yet'
  const times = downloadCount === 1 ? 'once' : formatCount(downloadCount, 'time')
  return `Downloaded ${times}${lastDownloadedAt ? `, most recently ${formatRelativeTime(lastDownloadedAt)}` : ''}`
}

/** The label of what turns all its links off, or on again. */
export const accessWords = ({ state }: Pick<Delivery, 'state'>) =>
  state === 'CLOSED' ? 'Turn on links' : 'Turn off links'

export const stateWords: Record<DeliveryState, string> = {
  WAITING: 'Waiting for files',
  OPEN: 'Open',
  ENDED: 'Expired',
  USED_UP: 'Download limit reached',
  CLOSED: 'Turned off',
}
