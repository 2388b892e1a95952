import { Menu } from '@mantine/core'
import {
  IconArrowBarToUp,
  IconCheck,
  IconLink,
  IconPencil,
  IconSquareCheck,
  IconTrash,
} from '@tabler/icons-react'
import { Anchor } from '#web/features/workspaces/task/anchor'
import { chooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { keptTask } from '#web/features/workspaces/task/kept-task'
import type { TaskMenuProps } from '#web/features/workspaces/task/task-menu'
import { statuses, statusNames } from '#web/features/workspaces/task-lists'
import { copyText } from '#web/lib/copy-text'
import { taskPath } from '#web/lib/paths'
import { toastError, toastSuccess } from '#web/lib/toast'

type Props = TaskMenuProps & { at: HTMLElement; onClose: () => void }

/** A task's menu. */
export function TaskActions({ task, changes, onDelete, onRename, at, onClose }: Props) {
  const isChosen = useIsChosen(task._id)
  const { parent } = task
  const copy = async () => {
    const isCopied = await copyText(location.origin + taskPath(task.workspace, task._id))
    if (isCopied) toastSuccess('Link copied')
    else toastError('The link couldn’t be copied.')
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
            onClick={() => changes.place(task, { parent: null }, task)}
          >
            Convert to task
          </Menu.Item>
        )}
        {!isChosen && !onDelete && (
          <Menu.Item
            leftSection={<IconSquareCheck size={15} />}
            onClick={() => chooseTask(task._id, [], false)}
          >
            Select
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
