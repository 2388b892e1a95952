import { ActionIcon, Menu } from '@mantine/core'
import { IconColorFilter } from '@tabler/icons-react'
import { GroundItems } from '#web/features/room/bar/ground-menu'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile } from '#web/features/room/state/room-data'
import { seenAs, seenAsNames } from '#web/features/room/state/seen-as'
import { mayHaveGround } from '#web/features/room/state/stage-ground'
import classes from './bar.module.css'

/** How the design is shown, for everyone who may see it. */
export function SeeAs({ isPhone = false }: { isPhone?: boolean }) {
  const { store } = useRoom()
  const chosen = useRoomState((state) => state.seenAs)
  const hasMark = useRoomState((state) => state.mark !== null)
  const file = useCurrentFile()
  if (file?.state !== 'READY' || (isPhone && hasMark)) return null
  const isChanged = chosen !== 'ALL'
  const label = isChanged ? `Seen as: ${seenAsNames[chosen]}` : 'Simulate vision'
  const menu = (
    <Menu position={isPhone ? 'top-start' : 'bottom-end'} width={240}>
      <Menu.Target>
        <ActionIcon
          size={isPhone ? 44 : 30}
          radius={isPhone ? '50%' : 'sm'}
          className={isPhone ? classes.phoneTool : classes.tool}
          aria-label={label}
          data-active={isChanged}
          title={`${label} (V)`}
        >
          <IconColorFilter size={isPhone ? 20 : 17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen}
          onChange={(value) => {
            const as = seenAs.find((one) => one === value)
            if (as) store.dispatch({ do: 'seeAs', as })
          }}
        >
          {seenAs.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {seenAsNames[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {mayHaveGround(file) && (
          <>
            <Menu.Divider />
            <Menu.Label>Background</Menu.Label>
            <GroundItems file={file} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
  return isPhone ? (
    <div className={classes.phoneSeeAs} data-over-stage>
      {menu}
    </div>
  ) : (
    menu
  )
}
