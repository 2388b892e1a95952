import { TextInput, VisuallyHidden } from '@mantine/core'
import { taskTitleMax } from '@wingmark/contract/limits'
import type { Task } from '@wingmark/contract/tasks'
import { Fragment, useRef } from 'react'
import { Link } from 'react-router'
import { RefusedTitles } from '#web/features/workspaces/task/refused-titles'
import { SubtaskRow } from '#web/features/workspaces/task/subtask-row'
import { useNewTitles } from '#web/features/workspaces/task/use-new-titles'
import { useSubtaskKeys } from '#web/features/workspaces/task/use-subtask-keys'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { isKey } from '#web/lib/keys'
import { subtasksPath } from '#web/lib/paths'
import { useRowDrag } from '#web/ui/use-row-drag'
import classes from './task-panel.module.css'

type Props = { task: Task; changes: TaskChanges }

export function Subtasks({ task, changes }: Props) {
  const titles = useNewTitles((title) => changes.create({ title, parent: task._id }))
  if (task.subtaskCount === 0 && !task.can.edit) return null
  return (
    <section aria-label="Subtasks" className={classes.section}>
      <h2 className={classes.heading}>
        Subtasks {task.subtaskCount > 0 && `${task.doneCount}/${task.subtaskCount}`}
        {task.subtaskCount > 0 && task.number > 0 && (
          <Link to={subtasksPath(task.workspace, task._id)} className={classes.aside}>
            Show on board
          </Link>
        )}
      </h2>
      {task.subtaskCount > 0 && <List task={task} changes={changes} />}
      <RefusedTitles {...titles} />
      {task.can.edit && (
        <TextInput
          aria-label="New subtask"
          placeholder="Add subtask"
          maxLength={taskTitleMax}
          value={titles.title}
          onChange={(event) => titles.setTitle(event.currentTarget.value)}
          onKeyDown={(event) => isKey(event, 'Enter') && titles.make()}
        />
      )}
    </section>
  )
}

/** In their own order: dragged, lifted with M and moved by arrows, or moved by the menu. */
function List({ task, changes }: Props) {
  const root = useRef<HTMLUListElement>(null)
  const { subtasks, can } = task
  const drop = (id: string, index: number) => {
    const others = subtasks.filter((one) => one._id !== id)
    const subtask = subtasks.find((one) => one._id === id)
    const isThere = subtasks[index]?._id === id
    if (subtask && !isThere)
      changes.place(subtask, { after: others[Math.min(index, others.length) - 1]?._id ?? null }, task)
  }
  const over = useRowDrag(root, (id, { index }) => drop(id, index))
  const keys = useSubtaskKeys({ root, subtasks, drop: can.edit ? drop : null })
  return (
    <>
      <VisuallyHidden role="status">{keys.said}</VisuallyHidden>
      <ul ref={root} className={classes.subtasks} onKeyDown={keys.onKeyDown}>
        {keys.shown.map((subtask, at) => (
          <Fragment key={subtask._id}>
            {over?.before === subtask._id && <li aria-hidden className={classes.mark} />}
            <SubtaskRow
              task={task}
              subtask={subtask}
              changes={changes}
              isLifted={keys.lifted === subtask._id}
              onUp={at > 0 ? () => drop(subtask._id, at - 1) : null}
              onDown={at < subtasks.length - 1 ? () => drop(subtask._id, at + 1) : null}
            />
          </Fragment>
        ))}
        {over?.before === null && <li aria-hidden className={classes.mark} />}
      </ul>
    </>
  )
}
