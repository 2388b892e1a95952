import { Checkbox, TextInput } from '@mantine/core'
import { taskTitleMax } from '@wingmark/contract/limits'
import type { Task } from '@wingmark/contract/tasks'
import { Link } from 'react-router'
import { RefusedTitles } from '#web/features/workspaces/task/refused-titles'
import { useNewTitles } from '#web/features/workspaces/task/use-new-titles'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { taskPath } from '#web/lib/paths'
import classes from './task-panel.module.css'

export function Subtasks({ task, changes }: { task: Task; changes: TaskChanges }) {
  const titles = useNewTitles((title) => changes.create({ title, parent: task._id }))
  if (task.subtaskCount === 0 && !task.can.edit) return null
  return (
    <section aria-label="Subtasks" className={classes.section}>
      <h2 className={classes.heading}>
        Subtasks {task.subtaskCount > 0 && `${task.doneCount}/${task.subtaskCount}`}
      </h2>
      {task.subtaskCount > 0 && (
        <ul className={classes.subtasks}>
          {task.subtasks.map((subtask) => (
            <li key={subtask._id} className={classes.subtask}>
              <Checkbox
                aria-label={`${subtask.title}, done`}
                checked={subtask.status === 'DONE'}
                disabled={!task.can.edit || subtask.number === 0}
                onChange={(event) => changes.move(subtask, event.currentTarget.checked ? 'DONE' : 'TODO')}
              />
              <Link
                to={taskPath(task.workspace, subtask._id)}
                className={classes.subtaskName}
                data-done={subtask.status === 'DONE' || undefined}
              >
                {subtask.title}
              </Link>
              {subtask.number > 0 && <span className={classes.number}>#{subtask.number}</span>}
            </li>
          ))}
        </ul>
      )}
      <RefusedTitles {...titles} />
      {task.can.edit && (
        <TextInput
          aria-label="New subtask"
          placeholder="Add a subtask, Enter makes it"
          maxLength={taskTitleMax}
          value={titles.title}
          onChange={(event) => titles.setTitle(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && titles.make()}
        />
      )}
    </section>
  )
}
