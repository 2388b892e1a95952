import type { File } from '@wingmark/contract/files'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { reviewKeys } from '#web/features/reviews/queries'
import { queryClient } from '#web/lib/query-client'

/** The files of a loaded review that may get new versions. */
export function filesOfReview(reviewId: string): readonly File[] {
  const page = queryClient.getQueryData<ReviewPage>(reviewKeys.page(reviewId))
  return page?.review.can.edit ? page.files : []
}
