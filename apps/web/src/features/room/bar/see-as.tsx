import { ActionIcon, Menu } from '@mantine/core'
import { IconColorFilter } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { CompareItem } from '#web/features/room/bar/compare-item'
import { GroundItems } from '#web/features/room/bar/ground-menu'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile } from '#web/features/room/state/room-data'
import { seenAs, seenAsNames } from '#web/features/room/state/seen-as'
import { mayHaveGround } from '#web/features/room/state/stage-ground'
import classes from './bar.module.css'

/** How the design is shown, for everyone who may see it. */
export function SeeAsItems({ file }: { file: File }) {
  const { store } = useRoom()
  const chosen = useRoomState((state) => state.seenAs)
  return (
    <>
      <Menu.Label>Simulate vision</Menu.Label>
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
    </>
  )
}

/** On a phone a round button of its own. */
export function PhoneSeeAs() {
  const chosen = useRoomState((state) => state.seenAs)
  const hasMark = useRoomState((state) => state.mark !== null)
  const file = useCurrentFile()
  if (file?.state !== 'READY' || hasMark) return null
  return (
    <div className={classes.phoneSeeAs} data-over-stage>
      <Menu position="top-start" width={240}>
        <Menu.Target>
          <ActionIcon
            size={44}
            radius="50%"
            className={classes.phoneTool}
            aria-label={chosen === 'ALL' ? 'Simulate vision' : `Simulating: ${seenAsNames[chosen]}`}
          >
            <IconColorFilter size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <CompareItem />
          <SeeAsItems file={file} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
