import { Button } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useStackFile } from '#web/features/room/state/room-data'

/** Beside the versions of a file; nothing for a single one. */
export function CompareButton({ onOpen }: { onOpen?: () => void }) {
  const { commands } = useRoom()
  const stack = useStackFile()
  if (!stack || stack.versionCount < 2) return null
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
