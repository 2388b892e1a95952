import { type CreateDeliveryBody, deliveryDays, deliveryMessages } from '@wingmark/contract/deliveries'
import { makeDelivery } from '#web/features/deliveries/queries'
import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import { endOfDay } from '#web/features/sharing/links/link-expiry'
import { readAddresses } from '#web/features/sharing/people/addresses'
import { ApiError } from '#web/lib/api-error'

/** What is sent: files that are still to come, or those of a review. */
type Sent = Pick<CreateDeliveryBody, 'expectedCount' | 'review'>

/** Makes the link under which the files are, or will be; throws with the sentence that the dialog shows. */
export async function makeLink(terms: LinkTerms, what: Sent, key: string) {
  const { title, message, to, ends, accessKey, maxDownloads } = terms
  const addresses = to.trim() === '' ? { emails: [], error: null } : readAddresses(to)
  if (addresses.error !== null) throw new Error(addresses.error)
  const body = {
    title,
    message,
    ...what,
    ...(addresses.emails.length > 0 ? { recipients: addresses.emails } : {}),
    ...endOf(ends),
    ...(accessKey === '' ? {} : { accessKey }),
    ...limitOf(maxDownloads.trim()),
  }
  try {
    const { _id: id, shareUrl: url } = await makeDelivery(body, key)
    return { id, url }
  } catch (error) {
    const own = error instanceof ApiError ? Object.values(error.errors)[0] : undefined
    throw own === undefined ? error : new Error(own, { cause: error })
  }
}

function limitOf(typed: string) {
  if (typed === '') return {}
  if (!/^\d{1,9}$/.test(typed)) throw new Error(deliveryMessages.wholeNumber)
  return { maxDownloads: Number(typed) }
}

function endOf(ends: string) {
  if (ends === 'never') return { expiresAt: null }
  const days = deliveryDays.find((one) => String(one) === ends)
  if (days !== undefined) return { days }
  const expiresAt = endOfDay(ends)
  if (expiresAt === null) throw new Error('Choose a day that is not over.')
  return { expiresAt }
}
