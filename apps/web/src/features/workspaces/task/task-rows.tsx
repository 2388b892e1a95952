import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { type RowEdit, TaskRow } from '#web/features/workspaces/task/task-row'
import { useHeldTask, useRenderedTasks } from '#web/features/workspaces/task/use-rendered-tasks'
import classes from './task-rows.module.css'

type Props = {
  title: string
  status?: TaskStatus
  tasks: readonly Task[]
  to: (task: Task) => string
  /** If the rows can be edited. */
  edit?: RowEdit
  /** Beside the title, if useful. */
  note?: (task: Task) => ReactNode
  /** Below the rows; with it the heading shows even without rows. */
  foot?: ReactNode
}

/** Tasks in rows under a heading; renders nothing without any. */
export function TaskRows({ title, status, tasks, to, edit, note, foot }: Props) {
  if (tasks.length === 0 && !foot) return null
  return (
    <section aria-label={title} className={classes.group} data-status={status}>
      <h2 className={classes.heading}>
        {title} <span className={classes.count}>{tasks.length.toLocaleString('en')}</span>
      </h2>
      {tasks.length > 0 && <Rows tasks={tasks} to={to} edit={edit} note={note} />}
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

function Rows({
  tasks,
  to,
  edit,
  note,
}: Pick<Props, 'tasks' | 'to'> & { edit: Props['edit']; note: Props['note'] }) {
  const list = useRef<HTMLUListElement>(null)
  const held = useHeldTask(list)
  const drawn = useRenderedTasks(list, tasks, [...held, edit?.openTask])
  return (
    <ul ref={list} className={classes.rows}>
      {drawn.map(({ task, index, room }) => {
        if (task === null)
          return <li key={`room ${index}`} role="presentation" aria-hidden style={{ height: room }} />
        const place = index + 1
        const total = tasks.length
        if (edit) {
          const { openTask, changes, order } = edit
          const shown = { task, place, total, changes, order, href: to(task), isOpen: task._id === openTask }
          return <TaskRow key={task._id} {...shown} />
        }
        return (
          <li
            key={task._id}
            className={classes.row}
            data-task={task._id}
            aria-posinset={place}
            aria-setsize={total}
          >
            <Link to={to(task)} preventScrollReset className={classes.title}>
              {task.title}
            </Link>
            {note && <span className={classes.note}>{note(task)}</span>}
            <TaskFacts task={task} />
          </li>
        )
      })}
    </ul>
  )
}
