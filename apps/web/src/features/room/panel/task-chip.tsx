import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import type { TaskLink } from '@wingmark/contract/tasks'
import { Link } from 'react-router'
import { useRoom } from '#web/features/room/state/room-context'
import { stateNames, statusNames, taskLinksQuery } from '#web/features/workspaces/links/queries'
import { taskPath } from '#web/lib/paths'
import classes from './task-chip.module.css'

/** The task of a comment, as far as this reader may see it. */
export function useTaskLink(comment: Pick<Comment, '_id' | 'file' | 'review'>): TaskLink | null {
  const { isOnDevice } = useRoom()
  const { data } = useQuery({
    ...taskLinksQuery({ reviewId: comment.review, fileId: comment.file }),
    enabled: comment.file !== '' && !isOnDevice,
    select: (links) => links[comment._id] ?? null,
  })
  return data ?? null
}

/** Workspace members see which task it is; everyone else only its progress. */
export function TaskChip({ link: { state, task } }: { link: TaskLink }) {
  if (!task) return state && <span className={classes.chip}>{stateNames[state]}</span>
  return (
    <Link
      to={taskPath(task.workspace, task._id)}
      className={classes.chip}
      title={`Open task #${task.number}`}
    >
      #{task.number} {statusNames[task.status]}
      {!task.connected && ' · No longer connected'}
    </Link>
  )
}
