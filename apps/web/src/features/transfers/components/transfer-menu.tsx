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
  IconTrash,
} from '@tabler/icons-react'
import type { Item } from '#web/features/transfers/transfer-source'
import type { Commands } from '#web/features/transfers/use-transfer-commands'

type Props = {
  item: Item
  commands: Commands
  onRename: () => void
  onChooseFolder: (what: 'move' | 'copy') => void
  onDetails: (() => void) | undefined
}

/** What can be done with one file or folder. */
export function TransferMenu({ item, commands, onRename, onChooseFolder, onDetails }: Props) {
  const { download, copy } = commands
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${item.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {download && (
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => download([item])}>
            Download
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={() => void commands.duplicate([item])}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => onChooseFolder('move')}>
          Move to…
        </Menu.Item>
        {copy && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onChooseFolder('copy')}>
            Copy to…
          </Menu.Item>
        )}
        {item.type === 'FOLDER' && (
          <Menu.Item leftSection={<IconFolderOpen size={16} />} onClick={() => void commands.extract(item)}>
            Unfold here
          </Menu.Item>
        )}
        {onDetails && (
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={onDetails}>
            Details
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void commands.remove([item])}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
