import { Menu } from '@mantine/core'
import { comparingFor } from '#web/features/room/state/comparing'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData, useShownVersion, useStackFile } from '#web/features/room/state/room-data'
import { hasVersions } from '#web/features/room/state/version-words'

/** In menus: opens the comparison, if there is something to compare with. */
export function CompareItem() {
  const { commands, isOnDevice } = useRoom()
  const { files } = useReviewData()
  const stack = useStackFile()
  const shown = useShownVersion()
  if (isOnDevice || !stack || !comparingFor(files, stack._id, shown)) return null
  return (
    <Menu.Item rightSection={<kbd>B</kbd>} onClick={() => commands.run('compare')}>
      {hasVersions(stack) ? 'Compare versions' : 'Compare with another file'}
    </Menu.Item>
  )
}
