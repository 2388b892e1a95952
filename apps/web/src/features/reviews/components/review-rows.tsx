import type { Review } from '@wingmark/contract/reviews'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { OpenCount } from '#web/features/reviews/components/open-count'
import { OwnerFace } from '#web/features/reviews/components/owner-face'
import { reviewFaces } from '#web/features/reviews/components/review-faces'
import { ReviewVisibility } from '#web/features/reviews/components/review-visibility'
import { formatCount, formatRelativeTime } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import { dueLine } from '#web/ui/due-line'
import { NewsMark } from '#web/ui/news-mark'
import classes from './review-rows.module.css'

type Props = { reviews: readonly Review[]; Menu: ComponentType<{ review: Review }> }

/** The grid's reviews as compact rows. */
export function ReviewRows({ reviews, Menu }: Props) {
  return (
    <ul className={classes.list}>
      {reviews.map((review) => (
        <li key={review._id} className={classes.row}>
          <span className={classes.cover}>
            <CoverPicture url={review.coverUrl} />
          </span>
          <span className={classes.words}>
            <span className={classes.first}>
              <Link to={paths.review(review._id)} className={classes.name}>
                {review.name}
              </Link>
              <NewsMark news={review.news} />
            </span>
            <span className={classes.facts}>
              {review.role !== 'OWNER' && (
                <>
                  {!reviewFaces(review) && <OwnerFace owner={review.owner} />} by {review.owner.name} ·{' '}
                </>
              )}
              {formatCount(review.fileCount, 'file')}
              <span className={classes.comments}> · {formatCount(review.commentCount, 'comment')}</span>
              {'\u00a0· '}
              {formatRelativeTime(review.updatedAt)}
              <Due review={review} />
            </span>
          </span>
          <span className={classes.faces}>{reviewFaces(review)}</span>
          <span className={classes.visibility}>
            <ReviewVisibility visibility={review.visibility} />
          </span>
          <span className={classes.open}>
            <OpenCount review={review} />
          </span>
          <span className={classes.menu}>
            <Menu review={review} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Due({ review }: { review: Review }) {
  const line = dueLine(review)
  return line && <> · {line}</>
}
