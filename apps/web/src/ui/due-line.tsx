import type { Review } from '@wingmark/contract/reviews'
import { localDay, untilWords } from '#web/lib/days'
import { CommentsUntil } from '#web/ui/comments-until'
import { countWords } from '#web/ui/round-counts'

type Dated = Pick<Review, 'round' | 'commentsUntil'>

/** "2 of 3 approved · due Friday" of an open round, else until when comments are wanted; null without either. */
export function dueLine({ round, commentsUntil }: Dated) {
  if (round?.state === 'OPEN') {
    const { words } = untilWords(localDay(new Date(round.endsAt)))
    return (
      <span data-over={round.isOverdue}>
        {countWords(round)} · {round.isOverdue ? 'was due' : 'due'} {words}
      </span>
    )
  }
  return commentsUntil && <CommentsUntil day={commentsUntil} />
}
