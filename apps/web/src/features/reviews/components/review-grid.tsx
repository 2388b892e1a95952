import { Skeleton } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import type { ReactNode } from 'react'
import { ReviewCard } from '#web/features/reviews/components/review-card'
import classes from './review-grid.module.css'

const firstRow = 4

type Props = { reviews: readonly Review[]; menuOf?: (review: Review) => ReactNode }

export function ReviewGrid({ reviews, menuOf }: Props) {
  return (
    <ul className={classes.grid}>
      {reviews.map((review, index) => (
        <li key={review._id}>
          <ReviewCard review={review} menu={menuOf?.(review)} isEager={index < firstRow} />
        </li>
      ))}
    </ul>
  )
}

/** As high as the cards that it stands for. */
export function ReviewGridLoading({ count }: { count: number }) {
  return (
    <div className={classes.grid} role="status" aria-label="Loading reviews">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.ghost}>
          <Skeleton className={classes.ghostCover} radius={0} />
          <div className={classes.ghostText}>
            <Skeleton height={14} width="65%" />
            <Skeleton height={10} width="45%" />
            <Skeleton height={10} width="30%" />
          </div>
        </div>
      ))}
    </div>
  )
}
