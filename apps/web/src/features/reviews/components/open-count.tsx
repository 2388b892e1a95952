import { IconCheck } from '@tabler/icons-react'
import type { Review } from '@wingmark/contract/reviews'
import classes from './review-card.module.css'

/** The number of open comments, or that there are none. */
export function OpenCount({ review }: { review: Pick<Review, 'openCount' | 'commentCount'> }) {
  if (review.commentCount === 0) return null
  if (review.openCount === 0) {
    return (
      <span className={classes.resolved}>
        <IconCheck size={13} stroke={2.5} aria-hidden />
        All resolved
      </span>
    )
  }
  return <span className={classes.open}>{review.openCount} open</span>
}
