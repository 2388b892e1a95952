import type { Review } from '@wingmark/contract/reviews'
import { copyText } from '#web/lib/copy-text'
import { paths } from '#web/lib/paths'
import { toastError, toastSuccess } from '#web/lib/toast'

/** The link that opens it for others, if the user may share it. */
export async function copyReviewLink(review: Review): Promise<void> {
  const link = review.share.shareUrl ?? new URL(paths.review(review._id), window.location.origin).href
  if (await copyText(link)) toastSuccess('Link copied')
  else toastError(`Copy this link: ${link}`)
}
