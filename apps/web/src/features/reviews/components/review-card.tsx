import type { Review } from '@wingmark/contract/reviews'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OpenCount } from '#web/features/reviews/components/open-count'
import { OwnerFace } from '#web/features/reviews/components/owner-face'
import { reviewFaces } from '#web/features/reviews/components/review-faces'
import { VisibilityIcon } from '#web/features/reviews/components/review-visibility'
import { formatAge, formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { CoverPicture } from '#web/ui/cover-picture'
import { dueLine } from '#web/ui/due-line'
import { NewsMark } from '#web/ui/news-mark'
import classes from './review-card.module.css'

type Props = {
  review: Review
  menu?: ReactNode
  isEager?: boolean
  heading?: 'h2' | 'h3' | undefined
  /** Its path if unusual; `note` replaces who can see it. */
  path?: string | undefined
  note?: ReactNode
}

/** The whole card opens the review; its menu lies above that link. */
export function ReviewCard({
  review,
  menu,
  isEager,
  heading: Heading = 'h2',
  path = paths.review(review._id),
  note,
}: Props) {
  // What a round says takes their place.
  const faces = note || review.round?.state === 'OPEN' ? null : reviewFaces(review)
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        <CoverPicture url={review.coverUrl} isEager={isEager} />
        <span className={classes.news}>
          <NewsMark news={review.news} />
        </span>
      </div>
      <div className={classes.body}>
        <div className={classes.head}>
          <Heading className={classes.name}>
            <Link to={path} className={classes.link} title={review.name}>
              {review.name}
            </Link>
          </Heading>
          {menu && <div className={classes.menu}>{menu}</div>}
        </div>
        <p className={classes.foot}>
          <span className={classes.facts}>
            <span>
              {!note && <VisibilityIcon visibility={review.visibility} />}
              {!note && review.role !== 'OWNER' && (
                <>
                  {!faces && <OwnerFace owner={review.owner} />} by {review.owner.name} ·{' '}
                </>
              )}
              {dueLine(review) ?? formatAge(review.updatedAt)}
            </span>
            <span>&nbsp;· {formatCount(review.fileCount, 'file')}</span>
          </span>
          {faces}
          <OpenCount review={review} />
        </p>
        {note}
      </div>
    </article>
  )
}
