import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconDownload,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Item } from '#web/features/transfers/transfer-source'

export type MenuAction =
  | 'download'
  | 'send'
  | 'rename'
  | 'duplicate'
  | 'move'
  | 'copy'
  | 'extract'
  | 'details'
  | 'delete'

type Props = {
  item: Item
  can: { download: boolean; send: boolean; copy: boolean }
  hasDetails: boolean
  onAct: (action: MenuAction) => void
}

/** What can be done with one file or folder. */
export function TransferMenu({ item, can, hasDetails, onAct }: Props) {
  const [isUsed, setUsed] = useState(false)
  const label = `Actions for ${item.name}`
  // Of many rows only those have a menu whose button was pressed.
  if (!isUsed)
    return (
      <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setUsed(true)}>
        <IconDots size={18} />
      </ActionIcon>
    )
  return (
    <Menu position="bottom-end" width={200} defaultOpened>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.download && (
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => onAct('download')}>
            Download
          </Menu.Item>
        )}
        {can.send && (
          <Menu.Item leftSection={<IconSend size={16} />} onClick={() => onAct('send')}>
            Send…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAct('rename')}>
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={() => onAct('duplicate')}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => onAct('move')}>
          Move to…
        </Menu.Item>
        {can.copy && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onAct('copy')}>
            Copy to…
          </Menu.Item>
        )}
        {item.type === 'FOLDER' && (
          <Menu.Item leftSection={<IconFolderOpen size={16} />} onClick={() => onAct('extract')}>
            Unfold here
          </Menu.Item>
        )}
        {hasDetails && (
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => onAct('details')}>
            Details
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onAct('delete')}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
