import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ActionsProps } from '#web/features/transfers/components/transfer-actions'
import { lateMenu, useMenuButton } from '#web/ui/late-menu'

export type MenuAction =
  | 'download'
  | 'send'
  | 'rename'
  | 'duplicate'
  | 'move'
  | 'copy'
  | 'extract'
  | 'details'
  | 'delete'

const TransferActions = lateMenu('This menu', () =>
  import('#web/features/transfers/components/transfer-actions').then((part) => part.TransferActions),
)

export const preloadActions = TransferActions.preload

/** The menu button of one file or folder. */
export function TransferMenu(props: Omit<ActionsProps, 'place'>) {
  const { button, place } = useMenuButton('menu', preloadActions)
  return (
    <>
      <ActionIcon {...button} aria-label={`Actions for ${props.item.name}`}>
        <IconDots size={18} />
      </ActionIcon>
      {place && <TransferActions {...props} place={place} />}
    </>
  )
}
