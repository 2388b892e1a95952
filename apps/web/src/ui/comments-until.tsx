import { dayWords } from '@wingmark/contract/days'
import { untilWords } from '#web/lib/days'

type Props = { day: string; className?: string | undefined }

/** The due date for readers, in one line. */
export function CommentsUntil({ day, className }: Props) {
  const { words, isOver } = untilWords(day)
  return (
    <span className={className} data-over={isOver} title={dayWords(day, 'long')}>
      {isOver ? `Was due ${words}` : `Due ${words}`}
    </span>
  )
}
