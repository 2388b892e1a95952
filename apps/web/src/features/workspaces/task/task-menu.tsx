import { ActionIcon, Menu } from '@mantine/core'
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
import { chooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { statuses, statusNames } from '#web/features/workspaces/task-lists'
import { copyText } from '#web/lib/copy-text'
import { taskPath } from '#web/lib/paths'
import { toastError, toastSuccess } from '#web/lib/toast'

type Props = {
  task: Task
  changes: TaskChanges
  className?: string
  onDelete?: () => void
  onRename?: () => void
}

export function TaskMenu({ task, changes, className = '', onDelete, onRename }: Props) {
  const isChosen = useIsChosen(task._id)
  const copy = async () => {
    const isCopied = await copyText(location.origin + taskPath(task.workspace, task._id))
    if (isCopied) toastSuccess('Link copied')
    else toastError('The link could not be copied.')
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={26} title="More" aria-label={`More about #${task.number}`} className={className}>
          <IconDots size={16} />
        </ActionIcon>
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
                onClick={() => changes.move(task, status)}
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
        {task.parent && task.can.edit && (
          <Menu.Item
            leftSection={<IconArrowBarToUp size={15} />}
            onClick={() => void changes.patch(task, { parent: null }).catch(() => {})}
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
