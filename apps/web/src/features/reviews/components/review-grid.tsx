import { Skeleton } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import type { ComponentType } from 'react'
import { ReviewCard } from '#web/features/reviews/components/review-card'
import classes from './review-grid.module.css'

const firstRow = 4

type Props = {
  reviews: readonly Review[]
  Menu?: ComponentType<{ review: Review }>
  /** `h3` below a heading of its own. */
  heading?: 'h2' | 'h3'
  /** For reviews stored elsewhere, see ReviewCard. */
  Note?: ComponentType<{ review: Review }>
  pathOf?: (review: Review) => string
}

export function ReviewGrid({ reviews, Menu, heading, Note, pathOf }: Props) {
  return (
    <ul className={classes.grid}>
      {reviews.map((review, index) => (
        <li key={review._id}>
          <ReviewCard
            review={review}
            menu={Menu && <Menu review={review} />}
            isEager={index < firstRow}
            heading={heading}
            path={pathOf?.(review)}
            note={Note && <Note review={review} />}
          />
        </li>
      ))}
    </ul>
  )
}

/** As high as the cards that it represents. */
export function ReviewGridLoading({ count }: { count: number }) {
  return (
    <output className={classes.grid} aria-label="Loading reviews">
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
    </output>
  )
}
