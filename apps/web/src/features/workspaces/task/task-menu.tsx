import { Menu } from '@mantine/core'
import {
  IconArrowBarToUp,
  IconCheck,
  IconDots,
  IconLink,
  IconPencil,
  IconSquareCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import { useRef, useState } from 'react'
import { Anchor } from '#web/features/workspaces/task/anchor'
import { chooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { keptTask } from '#web/features/workspaces/task/kept-task'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { nameOf, statuses, statusNames } from '#web/features/workspaces/task-lists'
import { copyText } from '#web/lib/copy-text'
import { taskPath } from '#web/lib/paths'
import { toastError, toastSuccess } from '#web/lib/toast'
import classes from './task-menu.module.css'

type Props = {
  task: Task
  changes: TaskChanges
  onDelete?: () => void
  onRename?: () => void
}

/** The menu itself comes when it is asked for: on a board there are very many. */
export function TaskMenu({ className = '', ...props }: Props & { className?: string }) {
  const [at, setAt] = useState<HTMLElement | null>(null)
  // A press closes the menu by itself, before it is a click.
  const wasOpen = useRef(false)
  const close = () => {
    setAt(null)
    at?.focus()
  }
  return (
    <>
      <button
        type="button"
        title="More"
        aria-label={`More about ${nameOf(props.task)}`}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        className={`${classes.more} ${className}`}
        onPointerDown={() => {
          wasOpen.current = at !== null
        }}
        onClick={(event) => {
          setAt(wasOpen.current ? null : event.currentTarget)
          wasOpen.current = false
        }}
      >
        <IconDots size={16} />
      </button>
      {at && <TaskActions {...props} at={at} onClose={close} />}
    </>
  )
}

type ActionsProps = Props & { at: HTMLElement; onClose: () => void }

function TaskActions({ task, changes, onDelete, onRename, at, onClose }: ActionsProps) {
  const isChosen = useIsChosen(task._id)
  const { parent } = task
  const copy = async () => {
    const isCopied = await copyText(location.origin + taskPath(task.workspace, task._id))
    if (isCopied) toastSuccess('Link copied')
    else toastError('The link could not be copied.')
  }
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={200} returnFocus={false} trapFocus>
      <Menu.Target>
        <Anchor at={at} name="More" />
      </Menu.Target>
      <Menu.Dropdown>
        {task.can.move && (
          <>
            <Menu.Label>Move to…</Menu.Label>
            {statuses.map((status) => (
              <Menu.Item
                key={status}
                disabled={status === task.status}
                rightSection={status === task.status && <IconCheck size={15} aria-label="now" />}
                onClick={() => {
                  keptTask.dispatch(task._id)
                  changes.move(task, status)
                }}
              >
                {statusNames[status]}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        {onRename && task.can.edit && (
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
            Rename
          </Menu.Item>
        )}
        {parent !== null && task.can.edit && (
          <Menu.Item
            leftSection={<IconArrowBarToUp size={15} />}
            onClick={() => changes.place(task, parent, { parent: null })}
          >
            Make it a task of its own
          </Menu.Item>
        )}
        {!isChosen && !onDelete && (
          <Menu.Item
            leftSection={<IconSquareCheck size={15} />}
            onClick={() => chooseTask(task._id, [], false)}
          >
            Choose
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={15} />} onClick={() => void copy()}>
          Copy link
        </Menu.Item>
        {task.can.delete && (
          <Menu.Item
            leftSection={<IconTrash size={15} />}
            onClick={() => {
              changes.remove(task)
              onDelete?.()
            }}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
