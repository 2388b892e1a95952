import type { Task } from '@wingmark/contract/tasks'
import { memo, useState } from 'react'
import { LabelChips } from '#web/features/workspaces/labels/label-chips'
import { useLabelsOf } from '#web/features/workspaces/labels/labels-of-tasks'
import { ChooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { type PickedField, picking } from '#web/features/workspaces/task/chosen-tasks'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import { TaskText } from '#web/features/workspaces/task/task-text'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { nameOf, statusNames } from '#web/features/workspaces/task-lists'
import classes from './task-rows.module.css'

export type RowEdit = {
  changes: TaskChanges
  /** The listed ids, in order. */
  order: () => readonly string[]
  /** The task in the panel. */
  openTask: string | null
}
type Props = Omit<RowEdit, 'openTask'> & {
  task: Task
  href: string
  isOpen: boolean
  /** Its position in the list, out of `total`. */
  place: number
  total: number
}

/** A task in a row, edited in place. */
export const TaskRow = memo(function TaskRow(props: Props) {
  const { task, href, isOpen, place, total, changes, order } = props
  const isChosen = useIsChosen(task._id)
  const [isRenaming, setRenaming] = useState(false)
  const ask = (field: PickedField, at: HTMLElement) => picking.dispatch({ field, ids: [task._id], at })
  return (
    <li
      className={classes.row}
      data-task={task._id}
      aria-posinset={place}
      aria-setsize={total}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
    >
      <ChooseTask task={task} isChosen={isChosen} order={order} className={classes.choose ?? ''} />
      {task.can.move && (
        <button
          type="button"
          className={classes.status}
          title={`Status: ${statusNames[task.status]}`}
          aria-label={`Status of ${nameOf(task)}: ${statusNames[task.status]}`}
          onClick={(event) => ask('status', event.currentTarget)}
        >
          <span className={classes.dot} aria-hidden />
        </button>
      )}
      {isRenaming ? (
        <div className={classes.renaming}>
          <TaskText
            task={task}
            field="title"
            label={`Title of ${nameOf(task)}`}
            changes={changes}
            onLeave={() => setRenaming(false)}
          />
        </div>
      ) : (
        // The list opens it: a router link would render again with every address.
        <a href={href} className={classes.title} aria-current={isOpen || undefined}>
          {task.title}
        </a>
      )}
      <LabelChips labels={useLabelsOf(task)} className={classes.labels ?? ''} />
      <TaskFacts task={task} onAsk={ask} />
      <TaskMenu task={task} changes={changes} className={classes.menu} onRename={() => setRenaming(true)} />
    </li>
  )
})
