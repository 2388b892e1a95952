import type { Comment } from '@wingmark/contract/comments'
import type { TaskLink } from '@wingmark/contract/tasks'
import { formatCount } from '#web/lib/format'
import classes from './comment.module.css'

type Props = {
  comment: Comment
  /** Its file and page, where no heading says so. */
  where: string | null
  task: TaskLink | null
  isLost: boolean
  isSelected: boolean
}

/** What there is to know of a comment besides its words, in one line. */
export function CommentFacts({ comment, task, where, isLost, isSelected }: Props) {
  const facts = [
    isLost && 'Its place is gone',
    where,
    !isSelected && comment.replyCount > 0 && formatCount(comment.replyCount, 'reply', 'replies'),
    comment.isFromCheck && 'From the first pass',
    comment.status === 'RESOLVED' && resolvedWords(comment, task),
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0) return null
  return <p className={classes.facts}>{facts.join(' · ')}</p>
}

function resolvedWords({ resolvedBy }: Comment, link: TaskLink | null): string {
  const by = resolvedBy ? `Resolved by ${resolvedBy.name}` : 'Resolved'
  return link?.task?.hasResolved ? `${by} through task #${link.task.number}` : by
}
