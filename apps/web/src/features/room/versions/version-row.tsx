import { ActionIcon, Badge, Menu } from '@mantine/core'
import { IconCircleCheck, IconDots, IconDownload, IconNote, IconTrash } from '@tabler/icons-react'
import { isolated } from '@wingmark/contract/names'
import type { Version } from '@wingmark/contract/versions'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { useRoom } from '#web/features/room/state/room-context'
import { NoteForm } from '#web/features/room/versions/note-form'
import { useChangeVersion } from '#web/features/room/versions/version-outbox'
import classes from './version-list.module.css'

type Props = {
  fileId: string
  versions: readonly Version[]
  version: Version
  isShown: boolean
  isEditing: boolean
  onEdit: (isOn: boolean) => void
  onOpen: () => void
  onRemove: () => void
  onClose: () => void
}

export function VersionRow(props: Props) {
  const { fileId, versions, version, isShown, isEditing, onEdit, onOpen } = props
  const { number, isCurrent, note, by, createdAt, openCount, file } = version
  const change = useChangeVersion()
  return (
    <li className={classes.row} data-shown={isShown}>
      <button type="button" className={classes.open} aria-current={isShown} onClick={onOpen}>
        <span className={classes.picture} aria-hidden>
          {file.state === 'READY' && <img src={file.thumbnailUrl} alt="" loading="lazy" />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>
            Version {number}
            {isCurrent && (
              <Badge component="span" size="xs" variant="light">
                current
              </Badge>
            )}
          </span>
          <span className={classes.facts}>
            {isolated(by.name)} · <TimeAgo iso={createdAt} />
            {openCount > 0 && ` · ${openCount} open`}
            {version.startsFresh && ' · started fresh'}
            {file.state === 'FAILED' && ' · no preview'}
          </span>
          {note && !isEditing && <span className={classes.note}>{note}</span>}
        </span>
      </button>
      {(version.can.edit || version.can.makeCurrent || version.can.delete || file.url) && (
        <RowMenu {...props} />
      )}
      {isEditing && (
        <NoteForm
          number={number}
          note={note}
          onSave={(text) => {
            onEdit(false)
            if (text !== note) change(versions, { kind: 'note', file: fileId, number, note: text })
          }}
          onCancel={() => onEdit(false)}
        />
      )}
    </li>
  )
}

function RowMenu({ fileId, versions, version, onEdit, onRemove, onClose }: Props) {
  const { store } = useRoom()
  const change = useChangeVersion()
  const { number, isCurrent, note, can, file } = version
  const makeCurrent = () => {
    change(versions, { kind: 'current', file: fileId, number })
    store.dispatch({ do: 'showVersion', number })
    onClose()
  }
  return (
    <Menu position="bottom-end" width={200} withinPortal={false}>
      <Menu.Target>
        <ActionIcon size={28} variant="subtle" color="gray" aria-label={`Actions for version ${number}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={() => onEdit(true)}>
            {note ? 'Edit note' : 'Add note'}
          </Menu.Item>
        )}
        {can.makeCurrent && !isCurrent && (
          <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={makeCurrent}>
            Make current
          </Menu.Item>
        )}
        {file.url && (
          <Menu.Item
            component="a"
            href={file.url}
            download={file.name}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Menu.Item>
        )}
        {can.delete && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
              Remove version…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
