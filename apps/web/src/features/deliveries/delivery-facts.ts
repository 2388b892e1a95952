import type { Delivery, DeliveryState } from '@wingmark/contract/deliveries'
import { formatCount, formatRelativeTime, formatStorage, formatTimeLeft } from '#web/lib/format'

type Facts = {
  fileCount: number
  expectedCount?: number | null
  size: number
  expiresAt: string | null
  state?: DeliveryState
}

/** "3 files · 512 MB · ends in 6 days". */
export function deliveryFacts({ fileCount, expectedCount, size, expiresAt, state }: Facts): string {
  const files =
    expectedCount != null && expectedCount > fileCount
      ? `${fileCount} of ${formatCount(expectedCount, 'file')}`
      : formatCount(fileCount, 'file')
  const end = expiresAt === null ? '' : formatTimeLeft(expiresAt)
  const isOver = state !== undefined && state !== 'OPEN' && state !== 'WAITING'
  const ends = isOver ? '' : end === '' ? '' : end === 'over' ? 'ended' : `ends ${end}`
  return [files, formatStorage(size), ends].filter((part) => part !== '').join(' · ')
}

/** "Downloaded 3 times, last 2 hours ago". */
export function downloadsOf({ downloadCount, lastDownloadedAt }: Delivery): string {
  if (downloadCount === 0) return 'Not downloaded yet'
  const times = downloadCount === 1 ? 'once' : formatCount(downloadCount, 'time')
  return `Downloaded ${times}${lastDownloadedAt ? `, last ${formatRelativeTime(lastDownloadedAt)}` : ''}`
}

export const stateWords: Record<DeliveryState, string> = {
  WAITING: 'Files are still to come',
  OPEN: 'Open',
  ENDED: 'Ended',
  USED_UP: 'Downloaded as often as allowed',
  CLOSED: 'Closed',
}
