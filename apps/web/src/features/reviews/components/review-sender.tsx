import { Popover } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { CommentsUntil } from '#web/ui/comments-until'
import { Face } from '#web/ui/face'
import classes from './review-sender.module.css'

/** Whose review this is: for visitors it stands where the product's own name is elsewhere. */
export function ReviewSender({
  review,
}: {
  review: Pick<Review, 'name' | 'description' | 'owner' | 'commentsUntil'>
}) {
  const { name, description, owner, commentsUntil } = review
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

/** One line of it, which opens to the whole. */
function About({ description }: { description: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.about}
          title="Show the whole description"
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.beginning}>{description}</span>
          <span className={classes.word}>About</span>
        </button>
      </Popover.Target>
      {/* Its label: Mantine would name it by the button, whose name is the whole description. */}
      <Popover.Dropdown aria-labelledby={undefined} aria-label="Description of the review">
        <p className={classes.whole}>{description}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
