import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Label } from '@wingmark/contract/labels'
import type { WorkspacePage } from '@wingmark/contract/workspaces'
import { type ComponentProps, Suspense, useEffect, useMemo, useState } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { notEnded } from '#web/features/comments/outbox/outbox-state'
import { Board } from '#web/features/workspaces/board/board'
import { PrintedTasks } from '#web/features/workspaces/board/printed-tasks'
import { TasksLoading } from '#web/features/workspaces/board/tasks-loading'
import { labelsQuery } from '#web/features/workspaces/labels/label-queries'
import { LabelsOfTasks } from '#web/features/workspaces/labels/labels-of-tasks'
import { withWaiting } from '#web/features/workspaces/task/changes/task-changes'
import { FirstTasks } from '#web/features/workspaces/task/first-tasks'
import { focusTask } from '#web/features/workspaces/task/kept-task'
import { TaskFilters, useTaskView } from '#web/features/workspaces/task/task-filters'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'
import { tasksQuery } from '#web/features/workspaces/task/task-queries'
import { TaskTools } from '#web/features/workspaces/task/task-tools'
import { type TaskChanges, useTaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { rememberTaskWorkspace } from '#web/lib/last-workspace'
import { useStore } from '#web/lib/store'
import { useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import { LateDialog, LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { LoadError } from '#web/ui/load-error'
import { useIsPhone } from '#web/ui/use-is-phone'
import { useStable } from '#web/ui/use-stable'
import classes from './tasks-view.module.css'

const TaskList = lazily(
  () => import('#web/features/workspaces/board/task-list').then((part) => part.TaskList),
  (late) => <LatePart late={late} what="The list" />,
)

// Loads once the tasks are on screen.
const TaskPanel = lazily(
  () => import('#web/features/workspaces/task/task-panel').then((part) => part.TaskPanel),
  (late, { onClose }) => <LateDialog late={late} what="The task" onClose={onClose} />,
)

const WaitingChanges = lazily(
  () => import('#web/features/workspaces/task/waiting-changes').then((part) => part.WaitingChanges),
  () => null,
)

const noLabels: readonly Label[] = []

/** Board or list, with the open task beside it; on narrow screens the task fills the page. */
export function TasksView({ workspace }: { workspace: WorkspacePage }) {
  useEffect(() => void rememberTaskWorkspace(workspace._id), [workspace._id])
  const { data: labels = noLabels } = useQuery(labelsQuery(workspace._id))
  const byId = useMemo(() => new Map(labels.map((label) => [label._id, label])), [labels])
  return (
    <LabelsOfTasks value={byId}>
      <TasksAndPanel workspace={workspace} />
    </LabelsOfTasks>
  )
}

function TasksAndPanel({ workspace }: { workspace: WorkspacePage }) {
  const view = useTaskView()
  const isPhone = useIsPhone()
  const changes = useStable(useTaskChanges(workspace._id))
  useUndo(() => void focusHeading())
  // A task open from the start leaves the focus on the heading.
  const [first] = useState(view.task)
  const [hasChanged, setChanged] = useState(false)
  if (!hasChanged && view.task !== first) setChanged(true)
  const close = () => {
    const id = view.task
    view.set('task', null)
    requestAnimationFrame(() => focusTask(id ?? undefined))
  }
  const panel = view.task && (
    <Suspense fallback={<Skeleton role="status" aria-label="Loading" height={320} radius="lg" />}>
      <TaskPanel
        id={view.task}
        workspace={workspace}
        changes={changes}
        takesFocus={hasChanged}
        onClose={close}
      />
    </Suspense>
  )
  const outbox = taskOutbox(useQueryClient(), workspace._id)
  const waiting = useStore(outbox.store, (state) => state)
  if (panel && isPhone)
    return (
      <>
        <Waiting outbox={outbox} items={waiting.filter(({ target }) => target.task === view.task)} />
        <div className={classes.panel} data-whole-page>
          {panel}
        </div>
      </>
    )
  return (
    <>
      <TaskFilters workspace={workspace} view={view} />
      <div className={classes.split} data-beside={(panel && view.isList) || undefined}>
        <Tasks workspace={workspace} view={view} changes={changes} />
        {panel && (
          <div className={classes.panel} data-whole-page>
            {panel}
          </div>
        )}
      </div>
    </>
  )
}

function Waiting(props: ComponentProps<typeof WaitingChanges>) {
  const items = props.items.filter(notEnded)
  if (items.length === 0) return null
  return (
    <Suspense>
      <WaitingChanges {...props} items={items} />
    </Suspense>
  )
}

type Props = {
  workspace: WorkspacePage
  view: ReturnType<typeof useTaskView>
  changes: TaskChanges
}

function Tasks({ workspace, view, changes: all }: Props) {
  const { parent } = view.filter
  // A task created among subtasks becomes one of them.
  const changes = useMemo<TaskChanges>(
    () => (parent ? { ...all, create: (given) => all.create({ ...given, parent }) } : all),
    [all, parent],
  )
  const { data: profile } = useQuery(profileQuery)
  const outbox = taskOutbox(useQueryClient(), workspace._id)
  const waiting = useStore(outbox.store, (state) => state)
  const { data, error, refetch } = useQuery(tasksQuery(workspace._id, view.filter))
  const isThere = data !== undefined
  useEffect(() => {
    if (!isThere) return
    TaskPanel.preload()
    WaitingChanges.preload()
    TaskList.preload()
  }, [isThere])
  if (!data)
    return error ? (
      <LoadError what="The tasks" onRetry={() => void refetch()} />
    ) : (
      <TasksLoading isList={view.isList} />
    )
  // A subtask shows inside its parent, and separately if assigned to the user.
  const tasks = withWaiting(data.tasks, waiting).filter(
    (task) => !task.parent || parent !== undefined || task.assignee?._id === profile?.user._id,
  )
  const isFiltered = Object.keys(view.filter).length > 0
  const isWhole = data.total <= data.tasks.length
  return (
    <div className={classes.tasks}>
      <PrintedTasks name={workspace.name} tasks={tasks} />
      <Waiting outbox={outbox} items={waiting} />
      {isFiltered && tasks.length === 0 && (
        <p className={classes.note}>
          No tasks match this filter.{' '}
          <Button size="compact-sm" variant="subtle" onClick={view.showAll}>
            Show all
          </Button>
        </p>
      )}
      {!isWhole && (
        <p className={classes.note}>
          The first {data.tasks.length.toLocaleString('en')} of {data.total.toLocaleString('en')} tasks are
          shown. Search or filter to find the others.
        </p>
      )}
      {view.isList ? (
        <Suspense fallback={<TasksLoading isList />}>
          <TaskList workspace={workspace} tasks={tasks} changes={changes} openTask={view.task} />
        </Suspense>
      ) : (
        <Board
          workspace={workspace}
          tasks={tasks}
          changes={changes}
          openTask={view.task}
          counts={isWhole || isFiltered ? null : workspace.counts}
        />
      )}
      {!isFiltered && data.total === 0 && tasks.length === 0 && workspace.can.editTasks && (
        <FirstTasks changes={changes} />
      )}
      <TaskTools workspace={workspace} tasks={tasks} changes={changes} openTask={view.task} />
    </div>
  )
}
