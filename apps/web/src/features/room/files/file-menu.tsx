import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowsSort,
  IconCopyPlus,
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconPhotoStar,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconSend,
  IconTrash,
  IconVersions,
  IconVersionsOff,
} from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { RenameFileDialog } from '#web/features/room/files/rename-file-dialog'
import type { FileActions, FileDesk } from '#web/features/room/files/use-file-actions'
import { acceptAttribute } from '#web/lib/choose-files'
import { requestFinals } from '#web/lib/finals-request'
import { requestVersion } from '#web/lib/upload-request'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const FromTransfers = lazily(
  () => import('#web/features/room/versions/from-transfers').then((dialog) => dialog.FromTransfers),
  (late, { onClose }) => <LateDialog late={late} what="The list of transfers" onClose={onClose} />,
)

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
  const [dialog, setDialog] = useState<{ is: 'rename' | 'transfers'; opener: HTMLElement | null } | null>(
    null,
  )
  const { files, review } = desk
  const at = files.findIndex((one) => one._id === file._id)
  const ask = (is: 'rename' | 'transfers') => setDialog({ is, opener: focusedOpener() })
  const input = useRef<HTMLInputElement>(null)
  const [startFresh, setStartFresh] = useState(false)
  const choose = (isFresh: boolean) => {
    setStartFresh(isFresh)
    input.current?.click()
  }
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
      <Menu position="right-start" width={240} opened={opened} onChange={onChange}>
        <Menu.Target>
          <ActionIcon
            size={24}
            className={className}
            aria-label={`Actions for ${file.name}`}
            title="Rename, move, new version…"
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
          {review.can.edit && (
            <>
              <Menu.Item leftSection={<IconVersions size={16} />} onClick={() => choose(false)}>
                Upload new version…
              </Menu.Item>
              <Menu.Item leftSection={<IconVersionsOff size={16} />} onClick={() => choose(true)}>
                New version, start fresh…
              </Menu.Item>
              {item('New version from Transfers…', <IconFolderSymlink size={16} />, () => ask('transfers'))}
            </>
          )}
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
      {dialog?.is === 'transfers' && (
        <Suspense>
          <FromTransfers file={file} reviewId={review._id} onClose={close} />
        </Suspense>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New version of ${file.name}`}
        accept={acceptAttribute('REVIEW')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // The same one can be chosen again.
          currentTarget.value = ''
          if (chosen) requestVersion({ reviewId: review._id, file: file._id, startFresh }, chosen)
        }}
      />
    </>
  )
}
