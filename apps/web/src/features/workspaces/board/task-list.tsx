import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { NewTask } from '#web/features/workspaces/board/new-task'
import { TaskRows } from '#web/features/workspaces/task/task-rows'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { columnsOf, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { isInDialog, isTyping } from '#web/lib/keys'
import classes from './tasks-view.module.css'

type Props = { workspace: Workspace; tasks: readonly Task[]; changes: TaskChanges; openTask: string | null }

const steps: Record<string, number | undefined> = { ArrowUp: -1, ArrowDown: 1, k: -1, j: 1 }

/** Rows by status, changed where they stand. */
export function TaskList({ workspace, tasks, changes, openTask }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const columns = columnsOf(tasks)
  const order = () => statuses.flatMap((status) => columns[status].map(({ _id }) => _id))
  const addressOf = (id: string) => {
    const next = new URLSearchParams(params)
    next.set('task', id)
    return `?${next}`
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target, key } = event
    const step = steps[key]
    if (!step || ctrlKey || metaKey || altKey || isTyping(target) || isInDialog(target)) return
    const rows = [...(root.current?.querySelectorAll('[data-task]') ?? [])]
    const at = rows.findIndex((row) => target instanceof Node && row.contains(target))
    if (at === -1) return
    rows[at + step]?.querySelector('a')?.focus()
    event.preventDefault()
  }
  return (
    <div ref={root} role="group" aria-label="List" className={classes.tasks} onKeyDown={onKeyDown}>
      {statuses.map((status) => (
        <TaskRows
          key={status}
          title={statusNames[status]}
          status={status}
          tasks={columns[status]}
          to={(task) => addressOf(task._id)}
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
