import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { reviewQuery } from '#web/features/reviews/queries'
import { useUploads } from '../upload-runtime.ts'
import classes from './upload-purpose.module.css'

/** Where this dialog's files go. */
export function UploadPurpose() {
  return <p className={classes.purpose}>{usePurposeWords()}</p>
}

/** "New review", or "Add to Spring". */
export function usePurposeWords(): string {
  const reviewId = useUploads((session) => session.queue.reviewId)
  const { data } = useQuery({ ...reviewQuery(reviewId ?? ''), enabled: reviewId !== null })
  if (reviewId === null) return 'New review'
  return `Add to ${data ? isolated(data.review.name) : 'a review'}`
}
