import { type CreateDeliveryBody, deliveryDays, deliveryMessages } from '@wingmark/contract/deliveries'
import { deliveryItemsMax, transferItemsMax } from '@wingmark/contract/limits'
import { completeDelivery, makeDelivery } from '#web/features/deliveries/queries'
import { readLimit } from '#web/features/deliveries/read-limit'
import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import { endOfDay } from '#web/features/sharing/links/link-expiry'
import { readAddresses } from '#web/features/sharing/people/addresses'
import { ApiError } from '#web/lib/api-error'

/** What is sent: files that are still to come, some that are there, or those of a review. */
type Sent = Pick<CreateDeliveryBody, 'expectedCount' | 'items' | 'review'>

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
    maxDownloads: readLimit(maxDownloads),
  }
  try {
    const { _id: id, shareUrl: url } = await makeDelivery(body, key)
    return { id, url }
  } catch (error) {
    const own = error instanceof ApiError ? Object.values(error.errors)[0] : undefined
    throw own === undefined ? error : new Error(own, { cause: error })
  }
}

/** The same of what is in one's transfers; more than one call takes is put in afterwards. */
export async function linkOfItems(terms: LinkTerms, items: string[], key: string) {
  if (items.length <= transferItemsMax) return makeLink(terms, { items }, key)
  if (items.length > deliveryItemsMax) throw new Error(deliveryMessages.tooManyItems)
  const link = await makeLink(terms, { expectedCount: items.length }, key)
  await completeDelivery(link.id, items)
  return link
}

function endOf(ends: string) {
  if (ends === 'never') return { expiresAt: null }
  const days = deliveryDays.find((one) => String(one) === ends)
  if (days !== undefined) return { days }
  const expiresAt = endOfDay(ends)
  if (expiresAt === null) throw new Error('Choose a day that is not over.')
  return { expiresAt }
}
