import { deliveryDays } from '@wingmark/contract/deliveries'
import { makeDelivery } from '#web/features/deliveries/queries'
import { endOfDay } from '#web/features/sharing/links/link-expiry'
import { readAddresses } from '#web/features/sharing/people/addresses'
import { ApiError } from '#web/lib/api-error'
import type { LinkTerms } from './transfer-queue.ts'

/** Makes the link under which the files will be; throws with the sentence that the dialog shows. */
export async function sendLink(terms: LinkTerms, count: number, key: string) {
  const { title, message, to, ends, accessKey, maxDownloads } = terms
  const addresses = to.trim() === '' ? { emails: [], error: null } : readAddresses(to)
  if (addresses.error !== null) throw new Error(addresses.error)
  const body = {
    title,
    message,
    expectedCount: count,
    ...(addresses.emails.length > 0 ? { recipients: addresses.emails } : {}),
    ...endOf(ends),
    ...(accessKey === '' ? {} : { accessKey }),
    ...(maxDownloads.trim() === '' ? {} : { maxDownloads: Number(maxDownloads) }),
  }
  try {
    const { _id: id, shareUrl: url } = await makeDelivery(body, key)
    return { id, url }
  } catch (error) {
    const own = error instanceof ApiError ? Object.values(error.errors)[0] : undefined
    throw own === undefined ? error : new Error(own, { cause: error })
  }
}

function endOf(ends: string) {
  if (ends === 'never') return { expiresAt: null }
  const days = deliveryDays.find((one) => String(one) === ends)
  if (days !== undefined) return { days }
  const expiresAt = endOfDay(ends)
  if (expiresAt === null) throw new Error('Choose a day that is not over.')
  return { expiresAt }
}
