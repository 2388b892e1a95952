import type { Comment } from '@wingmark/contract/comments'
import { useNavigate } from 'react-router'
import { useTaskLink } from '#web/features/room/panel/task-chip'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { taskPath } from '#web/lib/paths'
import { useSession } from '#web/lib/session'

const none = { _id: '', file: '', review: '' }

/** Offered to whoever may resolve it; in which workspaces they may make tasks, the form finds out. */
export function useMayMakeTask(comment: Comment | null): boolean {
  const { isOnDevice } = useRoom()
  const { token } = useSession()
  const task = useTaskLink(comment ?? none)
  return (
    token !== null &&
    !isOnDevice &&
    comment !== null &&
    comment.can.resolve &&
    !comment.deleted &&
    task === null
  )
}

/** The comment that a task is being made of; the key makes one of the chosen comment, or opens the one that it is. */
export function useMakeTask(comments: readonly Comment[]): Comment | null {
  const { store } = useRoom()
  const navigate = useNavigate()
  const selected = useRoomState((state) => state.selected)
  const making = useRoomState((state) => state.making)
  const chosen = comments.find((comment) => comment._id === selected) ?? null
  const mayMake = useMayMakeTask(chosen)
  const task = useTaskLink(chosen ?? none)?.task
  useCommand('task', () => {
    if (task) void navigate(taskPath(task.workspace, task._id))
    else if (chosen && mayMake) store.dispatch({ do: 'make', comment: chosen._id })
  })
  return comments.find((comment) => comment._id === making) ?? null
}
