import type { Review } from '@wingmark/contract/reviews'
import { Link } from 'react-router'
import { OpenCount } from '#web/features/reviews/components/open-count'
import { formatRelativeTime } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import classes from './attention-list.module.css'

/** Reviews with open comments. */
export function AttentionList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className={classes.list}>
      {reviews.map((review) => (
        <li key={review._id}>
          <Link to={paths.review(review._id)} className={classes.item}>
            <span className={classes.cover}>
              <CoverPicture url={review.coverUrl} />
            </span>
            <span className={classes.text}>
              <span className={classes.name}>{review.name}</span>
              <span className={classes.time}>{formatRelativeTime(review.updatedAt)}</span>
            </span>
            <OpenCount review={review} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
