import { CloseButton, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useReadAbout } from '#web/features/notifications/queries'
import { Timeline } from '#web/features/workspaces/activities/timeline'
import { AssigneeOutside } from '#web/features/workspaces/task/assignee-outside'
import { withWaiting } from '#web/features/workspaces/task/changes/task-changes'
import { Subtasks } from '#web/features/workspaces/task/subtasks'
import { TaskChoices } from '#web/features/workspaces/task/task-choices'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { taskOfLists, taskQuery } from '#web/features/workspaces/task/task-queries'
import { TaskSource } from '#web/features/workspaces/task/task-source'
import { TaskText } from '#web/features/workspaces/task/task-text'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { useTaskCommands } from '#web/features/workspaces/task/use-task-commands'
import { ApiError } from '#web/lib/api-error'
import { isInDialog, isKey } from '#web/lib/keys'
import { taskPath } from '#web/lib/paths'
import { useStore } from '#web/lib/store'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import classes from './task-panel.module.css'

type Props = {
  id: string
  workspace: Workspace
  changes: TaskChanges
  /** Opened by the user: Tab continues to its fields, and Escape closes it. */
  takesFocus: boolean
  onClose: () => void
}

/** One task beside the board; on a phone instead of it. */
export function TaskPanel({ id, workspace, changes, takesFocus, onClose }: Props) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) root.current?.focus()
  }, [id, takesFocus])
  const client = useQueryClient()
  const waiting = useStore(taskOutbox(client, workspace._id).store, (state) => state)
  const isNew = waiting.some(({ target }) => target.kind === 'create' && target.task === id)
  const {
    data: known,
    error,
    refetch,
  } = useQuery({
    ...taskQuery(id),
    enabled: !isNew,
    // Offline, it opens as the board has it.
    initialData: () => (navigator.onLine ? undefined : taskOfLists(client, id)),
    initialDataUpdatedAt: 0,
  })
  const data = withWaiting(known ? [known] : [], waiting).find(({ _id }) => _id === id)
  useReadAbout(isNew ? null : { task: id })
  const isGone = known !== undefined && !data
  const isMissing = isGone || (error instanceof ApiError && [404, 422].includes(error.status))
  return (
    <aside
      ref={root}
      tabIndex={-1}
      aria-label="Task"
      className={classes.root}
      onKeyDown={(event) => {
        if (isKey(event, 'Escape') && !event.defaultPrevented && !isInDialog(event.target)) onClose()
      }}
    >
      <div className={classes.bar}>
        <span className={classes.number}>{data && data.number > 0 ? `#${data.number}` : ''}</span>
        {data?.parent && (
          <Link to={taskPath(workspace._id, data.parent)} className={classes.parent}>
            Go to parent task
          </Link>
        )}
        <span className={classes.end}>
          {data && <TaskMenu task={data} changes={changes} onDelete={onClose} />}
          <CloseButton aria-label="Close task" onClick={onClose} />
        </span>
      </div>
      {isMissing && <PageMessage order={2} title="Task not found" text="It may have been deleted." />}
      {!isMissing && !data && error && <LoadError what="This task" onRetry={() => void refetch()} />}
      {!data && !error && !isGone && <Skeleton height={240} />}
      {data && !isMissing && (
        <Loaded key={id} task={data} workspace={workspace} changes={changes} onDelete={onClose} />
      )}
    </aside>
  )
}

type LoadedProps = { task: Task; workspace: Workspace; changes: TaskChanges; onDelete: () => void }

function Loaded({ task, workspace, changes, onDelete }: LoadedProps) {
  useTaskCommands({ task, workspace, changes, onDelete })
  return (
    <>
      <TaskText task={task} field="title" label="Title" changes={changes} />
      <TaskSource task={task} />
      <TaskChoices task={task} workspace={workspace} changes={changes} />
      <AssigneeOutside task={task} />
      <TaskText task={task} field="description" label="Description" changes={changes} />
      {task.parent === null && <Subtasks task={task} changes={changes} />}
      {task.number > 0 && (
        <section aria-label="Activities" className={classes.section}>
          <h2 className={classes.heading}>Activities</h2>
          <Timeline workspace={workspace} of={{ task: task._id }} />
        </section>
      )}
    </>
  )
}
