import type { CommentStatus } from '@wingmark/contract/comments'
import type { TaskLink } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'

type Before = { status: TaskStatus; doneAt: Date | null; statusBefore: Exclude<TaskStatus, 'DONE'> | null }

/** A task's columns for a new status; a done task remembers its former one. */
export function statusChange({ status: was, doneAt, statusBefore }: Before, status: TaskStatus) {
  if (status !== 'DONE') return { status, doneAt: null, statusBefore: null }
  return { status, doneAt: doneAt ?? new Date(), statusBefore: was === 'DONE' ? statusBefore : was }
}

/** How a task's move changes its comment; null for not at all: cancelling resolves nothing. */
export function commentAfter(move: { before: TaskStatus | null; after: TaskStatus }): CommentStatus | null {
  if (move.after === 'DONE') return 'RESOLVED'
  return move.after === 'CANCELLED' && move.before !== 'DONE' ? null : 'OPEN'
}

/** How a comment's status moves its task; null for not at all. */
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
