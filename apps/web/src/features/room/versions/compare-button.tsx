import { Button } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useStackFile } from '#web/features/room/state/room-data'
import { hasVersions } from '#web/features/room/state/version-words'

/** Beside the versions of a file; nothing for a single one. */
export function CompareButton({ onOpen }: { onOpen?: () => void }) {
  const { commands } = useRoom()
  const stack = useStackFile()
  if (!stack || !hasVersions(stack)) return null
  return (
    <Button
      size="xs"
      variant="default"
      fullWidth
      leftSection={<IconColumns2 size={15} aria-hidden />}
      rightSection={<kbd>B</kbd>}
      onClick={() => {
        onOpen?.()
        commands.run('compare')
      }}
    >
      Compare versions
    </Button>
  )
}
