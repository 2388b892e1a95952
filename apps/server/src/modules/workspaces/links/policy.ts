import type { CommentStatus } from '@wingmark/contract/comments'
import type { TaskLink } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'

type Before = { status: TaskStatus; doneAt: Date | null; statusBefore: Exclude<TaskStatus, 'DONE'> | null }

/** The columns of a task in another status; a task that is done remembers where it was. */
export function statusChange({ status: was, doneAt, statusBefore }: Before, status: TaskStatus) {
  if (status !== 'DONE') return { status, doneAt: null, statusBefore: null }
  return { status, doneAt: doneAt ?? new Date(), statusBefore: was === 'DONE' ? statusBefore : was }
}

/** What a task's move asks of its comment; null for nothing: to cancel a task resolves nothing. */
export function commentAfter(move: { before: TaskStatus | null; after: TaskStatus }): CommentStatus | null {
  if (move.after === 'DONE') return 'RESOLVED'
  return move.after === 'CANCELLED' && move.before !== 'DONE' ? null : 'OPEN'
}

/** Where a comment's status brings its task; null for where it is. */
export function taskAfter(
  { status, statusBefore }: Omit<Before, 'doneAt'>,
  comment: CommentStatus,
): TaskStatus | null {
  if (comment === 'RESOLVED') return status === 'DONE' || status === 'CANCELLED' ? null : 'DONE'
  return status === 'DONE' ? (statusBefore ?? 'TODO') : null
}

/** What readers of the review outside the workspace see. */
export function stateFor(status: TaskStatus): TaskLink['state'] {
  if (status === 'CANCELLED') return null
  if (status === 'TODO') return 'PLANNED'
  return status === 'DONE' ? 'DONE' : 'IN_PROGRESS'
}
