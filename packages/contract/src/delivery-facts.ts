import type { DeliveryState } from './deliveries.ts'
import { formatCount, formatStorage, formatTimeLeft } from './formats.ts'

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
