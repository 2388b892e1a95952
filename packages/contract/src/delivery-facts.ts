import type { DeliveryState } from './deliveries.ts'
import { formatCount, formatStorage, formatTimeLeft } from './formats.ts'

/** What the first link of a delivery is called. */
export const mainLinkName = 'Link'

/** A link within a sentence. */
export const linkWords = (name: string) => (name === mainLinkName ? 'the main link' : `the link “${name}”`)

/** Someone who opened a link: their name, the address that it was sent to, or both; else the link's name. */
export function receiverWords(who: { name: string | null; email: string | null; link: string }): string {
  const { name, email, link } = who
  if (name) return email === null ? name : `${name} (${email})`
  return email ?? `Someone with ${linkWords(link)}`
}

/** " · 2 downloads left"; empty without a limit. */
export function leftWords(page: { downloadsLeft: number | null; isCounted: boolean }): string {
  const { downloadsLeft, isCounted } = page
  if (downloadsLeft === null) return ''
  const left = downloadsLeft === 0 ? 'no downloads' : formatCount(downloadsLeft, 'download')
  return isCounted ? ` · ${left} left after this one (you can repeat this one for a day)` : ` · ${left} left`
}

type Fetched = { only: string | null; fetched: number; total: number }

/** What somebody downloaded: a file's name, "all 3 files" or "2 of 3 files". */
export function fetchedWords({ only, fetched, total }: Fetched): string {
  if (only !== null) return only
  return fetched === total
    ? `all ${formatCount(total, 'file')}`
    : `${fetched} of ${formatCount(total, 'file')}`
}

type Facts = {
  fileCount: number
  expectedCount?: number | null
  arrivedCount?: number
  size: number
  expiresAt: string | null
  state?: DeliveryState
}

/** "3 files · 512 MB · expires in 6 days". */
export function deliveryFacts({ fileCount, expectedCount, size, expiresAt, state, ...more }: Facts): string {
  const arrived = more.arrivedCount ?? fileCount
  const files =
    expectedCount != null && expectedCount > fileCount
      ? `${arrived} of ${formatCount(expectedCount, 'file')}`
      : formatCount(fileCount, 'file')
  const end = expiresAt === null ? '' : formatTimeLeft(expiresAt)
  const isOver = state !== undefined && state !== 'OPEN' && state !== 'WAITING'
  const ends = isOver ? '' : end === '' ? '' : end === 'over' ? 'expired' : `expires ${end}`
  // The size of files that are still arriving is not known yet.
  const sum = size === 0 && arrived > 0 && expectedCount != null ? '' : formatStorage(size)
  return [files, sum, ends].filter((part) => part !== '').join(' · ')
}
