import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { NewerVersion } from '#web/features/transfers/components/newer-version'
import type { MenuAction } from '#web/features/transfers/components/transfer-menu'
import type { Item } from '#web/features/transfers/transfer-source'
import type { MenuPlace } from '#web/ui/late-menu'
import { MenuAt } from '#web/ui/menu-at'

export type ActionsProps = {
  item: Item
  can: { download: boolean; send: boolean; copy: boolean }
  hasDetails: boolean
  onAct: (action: MenuAction) => void
  place: MenuPlace
}

/** Actions for one file or folder. */
export function TransferActions({ item, can, hasDetails, onAct, place }: ActionsProps) {
  return (
    <MenuAt place={place} position="bottom-end" width={200}>
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
            Extract here
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
        {can.copy && item.type === 'FILE' && <NewerVersion item={item} />}
      </Menu.Dropdown>
    </MenuAt>
  )
}
