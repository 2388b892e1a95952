import type { Review } from '@wingmark/contract/reviews'
import { copyReviewLink } from '#web/features/reviews/copy-review-link'
import { requestFinals } from '#web/lib/finals-request'
import { useCommands } from '#web/lib/palette'
import { requestShare } from '#web/lib/share-request'
import { requestUpload } from '#web/lib/upload-request'

/** The palette's commands for the open review. */
export function ReviewCommands({ review }: { review: Review }) {
  useCommands(review.name, [
    ...(review.role === null
      ? []
      : [{ name: review.can.share ? 'Share…' : 'People…', run: () => requestShare(review) }]),
    { name: 'Copy link', run: () => void copyReviewLink(review) },
    ...(review.can.edit
      ? [
          { name: 'Add files to this review', run: () => requestUpload() },
          { name: 'Send final files…', run: () => requestFinals(review) },
        ]
      : []),
  ])
  return null
}
