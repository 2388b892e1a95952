import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import type { KeyboardEvent } from 'react'
import { NewTask } from '#web/features/workspaces/board/new-task'
import { useColumns } from '#web/features/workspaces/board/use-columns'
import { useFirstTask } from '#web/features/workspaces/board/use-first-task'
import { focusTask } from '#web/features/workspaces/task/kept-task'
import { TaskRows } from '#web/features/workspaces/task/task-rows'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { useTaskLinks } from '#web/features/workspaces/task/use-task-links'
import { statuses, statusNames } from '#web/features/workspaces/task-lists'
import { isInDialog, isTyping, plainKeyIn } from '#web/lib/keys'
import { useStable } from '#web/ui/use-stable'
import classes from './tasks-view.module.css'

type Props = { workspace: Workspace; tasks: readonly Task[]; changes: TaskChanges; openTask: string | null }

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['k', -1],
  ['j', 1],
])

/** Rows by status, edited in place. */
export function TaskList({ workspace, tasks, changes, openTask }: Props) {
  const { address, onClick } = useTaskLinks()
  const columns = useColumns(tasks)
  const { order } = useStable({
    order: () => statuses.flatMap((status) => columns[status].map(({ _id }) => _id)),
  })
  useFirstTask(order)
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const step = plainKeyIn(event, steps)
    if (!step || isTyping(target) || isInDialog(target)) return
    const row = target instanceof Element && target.closest<HTMLElement>('[data-task]')
    if (!row) return
    const all = order()
    focusTask(all[all.indexOf(row.dataset.task ?? '') + step])
    event.preventDefault()
  }
  return (
    <div role="group" aria-label="List" className={classes.tasks} onKeyDown={onKeyDown} onClick={onClick}>
      {statuses.map((status) => (
        <TaskRows
          key={status}
          title={statusNames[status]}
          status={status}
          tasks={columns[status]}
          to={(task) => address + task._id}
          edit={{ changes, order, openTask }}
          foot={
            workspace.can.editTasks &&
            (status === 'TODO' || columns[status].length > 0) && (
              <NewTask status={status} onMake={changes.create} />
            )
          }
        />
      ))}
      {tasks.length === 0 && !workspace.can.editTasks && <p className={classes.note}>No tasks yet.</p>}
    </div>
  )
}
