import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { liveWorkspacePath, type WorkspaceEvent } from '@wingmark/contract/live'
import type { Task } from '@wingmark/contract/tasks'
import type { Workspace, WorkspacePage } from '@wingmark/contract/workspaces'
import { useEffect, useState } from 'react'
import { applyToLabels, labelKeys } from '#web/features/workspaces/labels/label-queries'
import { beforeOthersShow } from '#web/features/workspaces/live/before-others'
import { heldTask } from '#web/features/workspaces/live/held-task'
import { startLooking } from '#web/features/workspaces/live/looking'
import { applyToTimelines, type TimelineEvent } from '#web/features/workspaces/live/timeline-events'
import { notesKey } from '#web/features/workspaces/notes/note-queries'
import { withoutNews, workspaceKeys } from '#web/features/workspaces/queries'
import {
  applyTaskEvent,
  rememberEvent,
  type TaskEvent,
  type TaskList,
} from '#web/features/workspaces/task/task-events'
import { isOfBoard, taskKeys, taskOfLists } from '#web/features/workspaces/task/task-queries'
import { callerHeaders } from '#web/lib/api'
import { workspaceAddress } from '#web/lib/cached-answers'
import { forgetDeleted, rememberDeleted } from '#web/lib/known-deleted'
import { openLive } from '#web/lib/live-connection'
import { readMissed } from '#web/lib/query-reading'
import { useSession } from '#web/lib/session'

export type Presence = { viewers: number; names: readonly string[]; people: readonly { _id: string }[] }

/** What no event carries is read again: with jitter, and once for many changes. */
const readAgainMs = 400

const isTask = (event: WorkspaceEvent): event is TaskEvent => event.event.startsWith('task.')
const isChangeOf = (change: unknown, task: string) =>
  typeof change === 'object' &&
  change !== null &&
  'ids' in change &&
  Array.isArray(change.ids) &&
  change.ids.includes(task)
const isTimeline = (event: WorkspaceEvent): event is TimelineEvent => event.event.startsWith('timeline.')

const keysOf = (id: string): QueryKey[] => [
  ...[taskKeys.lists, ['task'], ['timeline'], notesKey(id)],
  ...[workspaceKeys.one(id), labelKeys.of(id)],
]

/** They show as made; once the last one is answered, everything is read again. */
const ownChanges = (client: QueryClient, id: string) =>
  client.getMutationCache().findAll({ mutationKey: ['tasks', id], status: 'pending' })

/** Itself or one of its subtasks. */
function isBeingChanged(client: QueryClient, id: string, task: string): boolean {
  const own = ownChanges(client, id)
  if (own.length === 0) return false
  const shown = [client.getQueryData<Task>(taskKeys.one(task)), taskOfLists(client, task)]
  const parts = shown.flatMap((one) => one?.subtasks ?? []).map(({ _id }) => _id)
  return own.some(({ state }) => [task, ...parts].some((one) => isChangeOf(state.variables, one)))
}

/** Keeps a workspace's screens up to date with others' changes, and returns who is here. */
export function useWorkspaceLive({ _id: id, lastEventId }: Workspace): Presence {
  const client = useQueryClient()
  const { token } = useSession()
  const [presence, setPresence] = useState<Presence>({ viewers: 1, names: [], people: [] })
  const [since] = useState(lastEventId)

  useEffect(() => {
    const due = new Map<string, QueryKey>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiting: TaskEvent[] = []

    const readAgain = (queryKey: QueryKey) => {
      due.set(JSON.stringify(queryKey), queryKey)
      timer ??= setTimeout(
        () => {
          timer = undefined
          const keys = ownChanges(client, id).length > 0 ? [] : [...due.values()]
          for (const key of keys) void client.invalidateQueries({ queryKey: key, exact: true })
          due.clear()
        },
        readAgainMs * (1 + Math.random()),
      )
    }

    const all = keysOf(id)
    const readAllAgain = () => {
      for (const queryKey of all) void client.invalidateQueries({ queryKey })
    }

    const onTask = (event: TaskEvent) => {
      const { _id } = event.data
      if (heldTask.get() === _id) {
        waiting.push(event)
        return
      }
      rememberEvent(id, event)
      if (isBeingChanged(client, id, _id)) return
      beforeOthersShow()
      for (const { queryKey } of client.getQueryCache().findAll({ queryKey: taskKeys.lists })) {
        const [, owner, filter] = queryKey as ReturnType<typeof taskKeys.of>
        if (owner === id && isOfBoard(filter))
          client.setQueryData<TaskList>(queryKey, (list) => list && applyTaskEvent(list, event))
        else readAgain(queryKey)
      }
      // A fetch under way may be older than this event.
      const isOnItsWay = client.isFetching({ queryKey: taskKeys.one(_id) }) > 0
      if (event.event === 'task.deleted' || isOnItsWay) readAgain(taskKeys.one(_id))
      if (event.event !== 'task.deleted')
        client.setQueryData<Task>(taskKeys.one(_id), (task) => task && event.data)
      if (event.event !== 'task.updated') readAgain(workspaceKeys.one(id))
    }

    const onLabel = (changed: Extract<WorkspaceEvent, { event: 'label.changed' }>['data']) => {
      // A restored label returns to its tasks.
      if (applyToLabels(client, id, changed)) void client.invalidateQueries({ queryKey: taskKeys.lists })
    }

    const looking = startLooking(id, () => withoutNews(client, id))

    const onEvent = (event: WorkspaceEvent) => {
      if (event.event === 'presence') return setPresence(event.data)
      if (event.event === 'reset') return readAllAgain()
      if (event.event === 'deleted') {
        rememberDeleted(id)
        return readAllAgain()
      }
      if (isTask(event)) return onTask(event)
      if (isTimeline(event)) {
        looking.heard()
        return applyToTimelines(client, event)
      }
      if (event.event === 'label.changed') return onLabel(event.data)
      const before = client.getQueryData<WorkspacePage>(workspaceKeys.one(id))
      client.setQueryData<WorkspacePage>(workspaceKeys.one(id), (page) => page && { ...page, ...event.data })
      // The user's permissions on each task changed too.
      if (before && 'role' in event.data && before.role !== event.data.role) readAllAgain()
      // Each user sees the linked reviews that they may see.
      if (event.event === 'workspace.updated') readAgain(workspaceKeys.one(id))
      if (event.event === 'member.changed')
        void client.invalidateQueries({ queryKey: [...workspaceKeys.one(id), 'members'] })
    }

    const unsubscribe = heldTask.subscribe(() => {
      if (heldTask.get() !== null) return
      const events = waiting
      waiting = []
      for (const event of events) onTask(event)
    })

    const close = openLive<WorkspaceEvent>({
      path: liveWorkspacePath(id),
      headers: () => callerHeaders(),
      lastEventId: String(since),
      onEvent,
      onStatus(status) {
        // The page finds out why, and shows it.
        if (status === 'refused') readAllAgain()
        if (status === 'open') forgetDeleted(id)
        if (status === 'open') readMissed(client, workspaceAddress(id), all)
      },
    })
    return () => {
      close()
      looking.stop()
      unsubscribe()
      clearTimeout(timer)
    }
  }, [id, token, since, client])

  return presence
}
