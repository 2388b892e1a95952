import { Menu } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { BarMenu } from '#web/features/room/bar/bar-menu'
import { CompareItem } from '#web/features/room/bar/compare-item'
import { SeeAsItems } from '#web/features/room/bar/see-as'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile } from '#web/features/room/state/room-data'
import { seenAsNames } from '#web/features/room/state/seen-as'

/** How the room is shown; the button says what is not as usual. */
export function ViewMenu() {
  const { commands } = useRoom()
  const seenAs = useRoomState((state) => state.seenAs)
  const arePinsHidden = useRoomState((state) => state.arePinsHidden)
  const file = useCurrentFile()
  const unusual = [
    seenAs !== 'ALL' && `Simulating: ${seenAsNames[seenAs]}`,
    arePinsHidden && 'Pins are hidden',
  ]
  const label = unusual.filter(Boolean).join(', ')
  return (
    <BarMenu
      name="View"
      label={label || 'View'}
      icon={arePinsHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      isActive={label !== ''}
    >
      {file && (
        <Menu.CheckboxItem
          checked={arePinsHidden}
          rightSection={<kbd>H</kbd>}
          onChange={() => commands.run('pins')}
        >
          Hide pins
        </Menu.CheckboxItem>
      )}
      <CompareItem />
      {file && (
        <Menu.Item rightSection={<kbd>F</kbd>} onClick={() => commands.run('fullScreen')}>
          Full screen
        </Menu.Item>
      )}
      <Menu.Item rightSection={<kbd>?</kbd>} onClick={() => commands.run('help')}>
        Keyboard shortcuts
      </Menu.Item>
      {file?.state === 'READY' && (
        <>
          <Menu.Divider />
          <SeeAsItems file={file} />
        </>
      )}
    </BarMenu>
  )
}
