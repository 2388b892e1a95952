import { useQueries, useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useTaskLink } from '#web/features/room/panel/task-chip'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { taskLinksQuery, workspaceChoicesQuery } from '#web/features/workspaces/links/queries'
import { taskPath } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { useStore } from '#web/lib/store'

const none = { _id: '', file: '', review: '' }

/** Offered to anyone who may resolve it; the form finds out where they may create tasks. */
export function useMayMakeTask(comment: Comment | null): boolean {
  const { isOnDevice, outbox } = useRoom()
  const { token } = useSession()
  const task = useTaskLink(comment ?? none)
  const isWaiting = useStore(outbox.store, (items) =>
    items.some(({ target }) => target.kind === 'task' && target.comment === comment?._id),
  )
  return (
    !isWaiting &&
    token !== null &&
    !isOnDevice &&
    comment !== null &&
    comment.can.resolve &&
    !comment.deleted &&
    task === null
  )
}

/** Those that this person may create tasks from; none of a file whose tasks are unknown. */
export function useMakeable(comments: readonly Comment[]): Comment[] {
  const { isOnDevice, reviewId } = useRoom()
  const { token } = useSession()
  const mayAsk = token !== null && !isOnDevice
  const files = mayAsk ? [...new Set(comments.map(({ file }) => file))] : []
  const links = useQueries({
    queries: files.map((fileId) => taskLinksQuery({ reviewId, fileId })),
    combine: (found) => new Map(found.map(({ data }, i) => [files[i], data])),
  })
  if (!mayAsk) return []
  return comments.filter(({ _id, file, can, deleted }) => {
    const known = links.get(file)
    return can.resolve && !deleted && known !== undefined && !known[_id]
  })
}

/** The comments being turned into tasks; the key takes the selected comment, or opens its existing task. */
export function useMakeTask(comments: readonly Comment[]): Comment[] {
  const { store } = useRoom()
  const navigate = useNavigate()
  const selected = useRoomState((state) => state.selected)
  const making = useRoomState((state) => state.making)
  const chosen = useMemo(
    () => comments.find((comment) => comment._id === selected) ?? null,
    [comments, selected],
  )
  const mayMake = useMayMakeTask(chosen)
  const task = useTaskLink(chosen ?? none)?.task
  // Offline, this works only if the workspaces are known.
  useQuery({ ...workspaceChoicesQuery, enabled: mayMake, staleTime: 300_000, meta: { shown: true } })
  useCommand('task', () => {
    const { picked } = store.get()
    if (picked && picked.length > 0) store.dispatch({ do: 'make', comments: picked })
    else if (task) void navigate(taskPath(task.workspace, task._id))
    else if (chosen && mayMake) store.dispatch({ do: 'make', comments: [chosen._id] })
  })
  useCommand('pick', () => {
    if (chosen && mayMake) store.dispatch({ do: 'pick', comments: [chosen._id] })
  })
  return useMemo(
    () => (making.length === 0 ? [] : comments.filter((comment) => making.includes(comment._id))),
    [comments, making],
  )
}
