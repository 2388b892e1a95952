import { VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Review } from '@wingmark/contract/reviews'
import { CommentsUntil } from '#web/ui/comments-until'
import { Face } from '#web/ui/face'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './review-sender.module.css'

const WholeDescription = lateMenu('The description', () =>
  import('#web/features/reviews/components/whole-description').then((part) => part.WholeDescription),
)

/** The review's owner: visitors see them in place of the product's name. */
export function ReviewSender({
  review,
}: {
  review: Pick<Review, 'name' | 'description' | 'owner' | 'commentsUntil' | 'round'>
}) {
  const { name, description, owner, round } = review
  // While a round is open, its bar says until when.
  const commentsUntil = round?.state === 'OPEN' ? null : review.commentsUntil
  return (
    <div className={classes.sender}>
      <Face connectionId={owner._id} name={owner.name} src={owner.avatar} size={34} />
      <div className={classes.words}>
        <h1 className={classes.name} title={name}>
          {name}
        </h1>
        <div className={classes.second}>
          <span className={classes.from}>From {owner.name}</span>
          {commentsUntil && <CommentsUntil day={commentsUntil} className={classes.until} />}
          {description.trim() !== '' && <About description={description} />}
        </div>
      </div>
    </div>
  )
}

/** One line that expands. */
function About({ description }: { description: string }) {
  const { button, place } = useLateMenu('dialog', WholeDescription.preload)
  return (
    <>
      <button {...button} type="button" className={classes.about} data-touch title="Show full description">
        <span className={classes.beginning}>{description}</span>
        <span className={classes.sign}>
          <IconInfoCircle size={14} aria-hidden />
          <VisuallyHidden>About</VisuallyHidden>
        </span>
      </button>
      {place && <WholeDescription place={place} description={description} />}
    </>
  )
}
