import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove, IconDots, IconLink, IconPencil, IconSubtask, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

type Props = {
  onCopy: (() => void) | null
  onEdit: (() => void) | null
  onDelete: (() => void) | null
  onTask?: (() => void) | null
  /** Moves its mark. */
  onMove?: (() => void) | null
}

export function CommentMenu({ onCopy, onEdit, onDelete, onTask = null, onMove = null }: Props) {
  // Then the mark gets the focus.
  const [isMoving, setMoving] = useState(false)
  const move = () => {
    setMoving(true)
    onMove?.()
  }
  if (!onCopy && !onEdit && !onDelete && !onTask) return null
  return (
    <Menu position="bottom-end" width={190} returnFocus={!isMoving} onOpen={() => setMoving(false)}>
      <Menu.Target>
        <ActionIcon size={26} aria-label="More">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onCopy && (
          <Menu.Item leftSection={<IconLink size={15} />} onClick={onCopy}>
            Copy link to comment
          </Menu.Item>
        )}
        {onTask && (
          <Menu.Item leftSection={<IconSubtask size={15} />} onClick={onTask}>
            Create task
          </Menu.Item>
        )}
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        {onMove && (
          <Menu.Item leftSection={<IconArrowsMove size={15} />} onClick={move}>
            Move marker
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item leftSection={<IconTrash size={15} />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
