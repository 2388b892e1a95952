import { Popover, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Version } from '@wingmark/contract/versions'
import { useState } from 'react'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useShownVersion } from '#web/features/room/state/room-data'
import { CompareButton } from '#web/features/room/versions/compare-button'
import { RemoveDialog, type Removing } from '#web/features/room/versions/remove-dialog'
import { withChanges } from '#web/features/room/versions/version-changes'
import { versionOutbox } from '#web/features/room/versions/version-outbox'
import { VersionRow } from '#web/features/room/versions/version-row'
import { versionsQuery } from '#web/features/versions/queries'
import { messageForError } from '#web/lib/error-toast'
import { useStore } from '#web/lib/store'
import type { MenuPlace } from '#web/ui/late-menu'
import { PopoverAt } from '#web/ui/menu-at'
import classes from './version-list.module.css'

/** All versions of the open file; pressing one opens it. */
export function VersionList({ place }: { place: MenuPlace }) {
  const close = () => place.onChange(false)
  const [removing, setRemoving] = useState<Removing | null>(null)
  // Stays when the list closes.
  if (removing) return <RemoveDialog {...removing} onDone={() => setRemoving(null)} />
  return (
    <PopoverAt place={place} position="bottom-start" width={360} shadow="md" trapFocus returnFocus>
      <Popover.Dropdown className={classes.dropdown}>
        <List
          onRemove={(asked) => {
            close()
            setRemoving(asked)
          }}
          onClose={close}
        />
        <CompareButton onOpen={close} />
      </Popover.Dropdown>
    </PopoverAt>
  )
}

type ListProps = { onRemove: (asked: Removing) => void; onClose: () => void }

function List({ onRemove, onClose }: ListProps) {
  const { reviewId, store } = useRoom()
  const fileId = useRoomState((state) => state.fileId) ?? ''
  const shown = useShownVersion()
  const { versions, error } = useVersions(reviewId, fileId)
  const [editing, setEditing] = useState<number | null>(null)
  if (!versions)
    return error ? (
      <p className={classes.note} role="alert">
        {messageForError(error) ?? 'The versions couldn’t be loaded.'}
      </p>
    ) : (
      <Skeleton height={120} role="status" aria-label="Loading versions" />
    )
  const open = ({ number, isCurrent }: Version) => {
    store.dispatch({ do: 'showVersion', number: isCurrent ? null : number })
    onClose()
  }
  return (
    <ul className={classes.list}>
      {versions.map((version) => (
        <VersionRow
          key={version.number}
          fileId={fileId}
          versions={versions}
          version={version}
          isShown={version.number === shown}
          isEditing={editing === version.number}
          onEdit={(isOn) => setEditing(isOn ? version.number : null)}
          onOpen={() => open(version)}
          onRemove={() => onRemove({ fileId, versions, version })}
          onClose={onClose}
        />
      ))}
    </ul>
  )
}

/** With what waits on this device. */
function useVersions(reviewId: string, fileId: string) {
  const client = useQueryClient()
  const { data, error } = useQuery({ ...versionsQuery(reviewId, fileId), refetchOnMount: 'always' })
  const items = useStore(versionOutbox(client, reviewId).store, (state) => state)
  const targets = items.map(({ target }) => target).filter(({ file }) => file === fileId)
  return { versions: data && withChanges(data, targets), error }
}
