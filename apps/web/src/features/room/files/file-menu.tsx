import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowsSort,
  IconCopyPlus,
  IconDots,
  IconDownload,
  IconPencil,
  IconPhotoStar,
  IconReplace,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { RenameFileDialog } from '#web/features/room/files/rename-file-dialog'
import { ReplaceFileDialog } from '#web/features/room/files/replace-file-dialog'
import type { FileActions, FileDesk } from '#web/features/room/files/use-file-actions'
import { requestFinals } from '#web/lib/finals-request'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'

type Props = {
  file: File
  desk: FileDesk
  actions: FileActions
  className?: string | undefined
  opened: boolean
  onChange: (isOpened: boolean) => void
  /** The path to the light table; omitted there. */
  editor?: string
  isTabStop: boolean
}

/** Actions of owner and editors for one file. */
export function FileMenu({ file, desk, actions, className, opened, onChange, editor, isTabStop }: Props) {
  const [dialog, setDialog] = useState<{ is: 'rename' | 'replace'; opener: HTMLElement | null } | null>(null)
  const { files, review } = desk
  const at = files.findIndex((one) => one._id === file._id)
  const ask = (is: 'rename' | 'replace') => setDialog({ is, opener: focusedOpener() })
  const close = () => {
    giveFocusBack(dialog?.opener ?? null)
    setDialog(null)
  }
  const item = (label: ReactNode, icon: ReactNode, onClick: () => void, isOff = false) => (
    <Menu.Item leftSection={icon} onClick={onClick} disabled={isOff}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="right-start" width={190} opened={opened} onChange={onChange}>
        <Menu.Target>
          <ActionIcon
            size={24}
            className={className}
            aria-label={`Actions for ${file.name}`}
            title="Rename, move, replace…"
            tabIndex={isTabStop ? 0 : -1}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('Rename…', <IconPencil size={16} />, () => ask('rename'))}
          {item('Move earlier', <IconRowInsertTop size={16} />, () => actions.step([file], -1), at <= 0)}
          {item(
            'Move later',
            <IconRowInsertBottom size={16} />,
            () => actions.step([file], 1),
            at === files.length - 1,
          )}
          {item('Replace…', <IconReplace size={16} />, () => ask('replace'))}
          {item('Duplicate', <IconCopyPlus size={16} />, () => void actions.duplicate(file))}
          {file.key !== review.cover &&
            item('Use as cover', <IconPhotoStar size={16} />, () => actions.chooseCover(file))}
          {file.url && (
            <Menu.Item
              component="a"
              href={file.url}
              download={file.name}
              leftSection={<IconDownload size={16} />}
            >
              Download
            </Menu.Item>
          )}
          <Menu.Divider />
          {item('Remove', <IconTrash size={16} />, () => actions.remove([file]))}
          {editor && (
            <>
              <Menu.Divider />
              <Menu.Item component={Link} to={editor} leftSection={<IconArrowsSort size={16} />}>
                Arrange all files
              </Menu.Item>
              {item('Send final files…', <IconSend size={16} />, () =>
                requestFinals(review, { id: file._id, name: file.name }),
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog?.is === 'rename' && <RenameFileDialog file={file} reviewId={review._id} onClose={close} />}
      {dialog?.is === 'replace' && <ReplaceFileDialog file={file} reviewId={review._id} onClose={close} />}
    </>
  )
}
