import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasItems } from '#web/features/comments/outbox/outbox-storage'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useStackFile } from '#web/features/room/state/room-data'
import { hasVersions, versionWords } from '#web/features/room/state/version-words'
import { placeOfVersions } from '#web/features/room/versions/version-place'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './version-bar.module.css'

const VersionList = lateMenu('The list of versions', () =>
  import('#web/features/room/versions/version-list').then((list) => list.VersionList),
)

/** Beside the file's name, if it has several versions. */
export function VersionPicker({ isOnPhone = false }: { isOnPhone?: boolean }) {
  const stack = useStackFile()
  const shown = useCurrentFile()
  if (!stack || !hasVersions(stack)) return null
  return (
    <PickerButton
      words={versionWords(shown?.version ?? stack.version, stack)}
      className={isOnPhone ? classes.onPhone : classes.picker}
    />
  )
}

function PickerButton({ words, className }: { words: string; className?: string | undefined }) {
  useLeftChanges()
  const { button, place } = useLateMenu('dialog', VersionList.preload)
  return (
    <>
      <Button
        {...button}
        size="compact-xs"
        variant="subtle"
        color="gray"
        className={className}
        rightSection={<IconChevronDown size={13} aria-hidden />}
        title="Versions of this file"
      >
        {words}
      </Button>
      {place && <VersionList place={place} />}
    </>
  )
}

/** Sends what an earlier visit left, for which the list need not be opened. */
function useLeftChanges(): void {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  useEffect(() => {
    if (!hasItems(placeOfVersions(reviewId))) return
    void import('#web/features/room/versions/version-outbox').then(
      ({ versionOutbox }) => versionOutbox(client, reviewId),
      () => undefined,
    )
  }, [client, reviewId])
}
