import type { Task } from '@wingmark/contract/tasks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import classes from './task-rows.module.css'

type Props = {
  title: string
  tasks: readonly Task[]
  to: (task: Task) => string
  changes: TaskChanges | null
  /** Beside the title, where it helps. */
  note?: (task: Task) => ReactNode
}

/** Tasks in rows under a heading; nothing where there are none. */
export function TaskRows({ title, tasks, to, changes, note }: Props) {
  if (tasks.length === 0) return null
  return (
    <section aria-label={title} className={classes.group}>
      <h2 className={classes.heading}>
        {title} <span className={classes.count}>{tasks.length.toLocaleString('en')}</span>
      </h2>
      <ul className={classes.rows}>
        {tasks.map((task) => (
          <li key={task._id} className={classes.row}>
            <Link to={to(task)} preventScrollReset className={classes.title}>
              {task.title}
            </Link>
            {note && <span className={classes.note}>{note(task)}</span>}
            <TaskFacts task={task} />
            {changes && task.number > 0 && (
              <TaskMenu task={task} changes={changes} className={classes.menu} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
