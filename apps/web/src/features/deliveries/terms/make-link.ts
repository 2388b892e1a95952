import { type CreateDeliveryBody, deliveryMessages } from '@wingmark/contract/deliveries'
import { deliveryItemsMax, transferItemsMax } from '@wingmark/contract/limits'
import { completeDelivery, makeDelivery } from '#web/features/deliveries/queries'
import type { LinkTerms } from '#web/features/deliveries/terms/link-terms'
import { readTerms, termsErrorFrom } from '#web/features/deliveries/terms/read-terms'
import { ApiError } from '#web/lib/api-error'

/** What is sent: files to upload, existing ones, or those of a review. */
type Sent = Pick<CreateDeliveryBody, 'expectedCount' | 'items' | 'review' | 'files'>

/** Makes the link for the files, uploaded or not yet; throws problems of the terms, or the dialog's sentence. */
export async function makeLink(terms: LinkTerms, what: Sent, key: string) {
  const body = { ...readTerms(terms), ...what }
  try {
    const { _id: id, shareUrl: url } = await makeDelivery(body, key)
    return { id, url }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [first] = Object.values(error.errors)
    throw termsErrorFrom(error.errors) ?? (first === undefined ? error : new Error(first, { cause: error }))
  }
}

/** The same for the user's transfers; those beyond one call's limit are added afterwards. */
export async function linkOfItems(terms: LinkTerms, items: string[], key: string) {
  if (items.length <= transferItemsMax) return makeLink(terms, { items }, key)
  if (items.length > deliveryItemsMax) throw new Error(deliveryMessages.tooManyItems)
  const link = await makeLink(terms, { expectedCount: items.length }, key)
  await completeDelivery(link.id, items)
  return link
}
