import type { Label } from '@wingmark/contract/labels'
import type { Task } from '@wingmark/contract/tasks'
import { useColumns } from '#web/features/workspaces/board/use-columns'
import { useLabelsOf } from '#web/features/workspaces/labels/labels-of-tasks'
import { priorityNames, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { formatDueDay } from '#web/lib/days'
import { usePrinting } from '#web/ui/use-printing'
import classes from './printed-tasks.module.css'

type Props = { name: string; tasks: readonly Task[] }

/** Board and list on paper: all tasks by status, including those not rendered on screen. */
export function PrintedTasks({ name, tasks }: Props) {
  const isPrinting = usePrinting()
  const columns = useColumns(tasks)
  if (!isPrinting) return null
  return (
    <div data-paper className={classes.paper}>
      <h1>{name}</h1>
      {statuses
        .filter((status) => columns[status].length > 0)
        .map((status) => (
          <section key={status}>
            <h2>
              {statusNames[status]} ({columns[status].length.toLocaleString('en')})
            </h2>
            <ul>
              {columns[status].map((task) => (
                <li key={task._id}>
                  <span className={classes.number}>{task.number > 0 && `#${task.number}`}</span>
                  <span className={classes.title}>{task.title}</span>
                  <Facts task={task} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

function Facts({ task }: { task: Task }) {
  const labels = useLabelsOf(task)
  return <span className={classes.facts}>{factsOf(task, labels)}</span>
}

const factsOf = ({ assignee, dueOn, priority, subtaskCount, doneCount }: Task, labels: readonly Label[]) =>
  [
    ...labels.map(({ name }) => name),
    ...(priority === 'NONE' ? [] : [priorityNames[priority]]),
    ...(assignee ? [assignee.name] : []),
    ...(dueOn ? [`Due ${formatDueDay(dueOn)}`] : []),
    ...(subtaskCount > 0 ? [`${doneCount} of ${subtaskCount} subtasks done`] : []),
  ].join(' · ')
