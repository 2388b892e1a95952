import { CloseButton } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { useRoom } from '#web/features/room/state/room-context'
import classes from './stage.module.css'

/** While the next tap places a comment's pin. */
export function PlacingHint({ comment: { number } }: { comment: Comment }) {
  const { store } = useRoom()
  return (
    <div className={classes.hint} data-over-stage role="status">
      <span className={classes.hintPin} aria-hidden />
      <span className={classes.hintMouse}>Click where comment {number} is now</span>
      <span className={classes.hintTouch}>Tap where comment {number} is now</span>
      <CloseButton
        data-touch
        size="sm"
        variant="transparent"
        aria-label="Cancel placing"
        onClick={() => store.dispatch({ do: 'place', id: null })}
      />
    </div>
  )
}
