import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { nameOf } from '#web/features/workspaces/task-lists'
import { taskPath } from '#web/lib/paths'
import { draggableRow } from '#web/ui/use-row-drag'
import classes from './task-panel.module.css'

type Props = {
  task: Task
  subtask: Task['subtasks'][number]
  changes: TaskChanges
  isLifted: boolean
  /** Null at the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

export function SubtaskRow({ task, subtask, changes, isLifted, onUp, onDown }: Props) {
  const root = useRef<HTMLLIElement>(null)
  const mayEdit = task.can.edit
  useEffect(() => (mayEdit ? draggableRow(root.current) : undefined), [mayEdit])
  return (
    <li
      ref={root}
      className={classes.subtask}
      data-row={subtask._id}
      data-lifted={isLifted || undefined}
      data-movable={mayEdit || undefined}
    >
      <Checkbox
        aria-label={`${subtask.title}, done`}
        checked={subtask.status === 'DONE'}
        disabled={!subtask.can.move}
        onChange={(event) => changes.move(subtask, event.currentTarget.checked ? 'DONE' : 'TODO')}
      />
      <Link
        to={taskPath(task.workspace, subtask._id)}
        className={classes.subtaskName}
        draggable={false}
        data-done={subtask.status === 'DONE' || undefined}
      >
        {subtask.title}
      </Link>
      {subtask.number > 0 && <span className={classes.number}>#{subtask.number}</span>}
      {mayEdit && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size={26} title="Actions" aria-label={`Actions for ${nameOf(subtask)}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={!onUp} onClick={() => onUp?.()}>
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={15} />}
              disabled={!onDown}
              onClick={() => onDown?.()}
            >
              Move down
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowBarToUp size={15} />}
              onClick={() => changes.place(subtask, { parent: null }, task)}
            >
              Convert to task
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={15} />} onClick={() => changes.remove(subtask)}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
