import type { Comment } from '@wingmark/contract/comments'
import { isolated } from '@wingmark/contract/names'
import { formatCount } from '#web/lib/format'
import { authorName } from '#web/lib/has-no-account'
import classes from './comment.module.css'

type Props = {
  comment: Comment
  /** Its file and page, if no heading says so. */
  where: string | null
  isLost: boolean
  isSelected: boolean
}

/** Everything about a comment besides its text, in one line. */
export function CommentFacts({ comment, where, isLost, isSelected }: Props) {
  const facts = [
    isLost && 'Marked spot no longer exists',
    where,
    !isSelected && comment.replyCount > 0 && formatCount(comment.replyCount, 'reply', 'replies'),
    comment.isFromCheck && 'From the automatic checks',
    comment.status === 'RESOLVED' && resolvedWords(comment),
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0) return null
  return <p className={classes.facts}>{facts.join(' · ')}</p>
}

function resolvedWords({ resolvedBy, author }: Comment): string {
  if (!resolvedBy) return 'Resolved'
  const { task } = resolvedBy
  // Besides members, only the author can resolve a comment.
  const name = resolvedBy._id === author._id ? authorName(author) : isolated(resolvedBy.name)
  return task ? `Resolved by ${name} with task #${task}` : `Resolved by ${name}`
}
