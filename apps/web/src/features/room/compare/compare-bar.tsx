import { ActionIcon, CloseButton, Menu } from '@mantine/core'
import {
  IconBlendMode,
  IconColumns2,
  IconEye,
  IconLayersDifference,
  IconMapPin,
  IconMessage,
  IconSeparatorVertical,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Desk } from '#web/features/room/compare/compare'
import { modeNames } from '#web/features/room/compare/modes'
import { SideSelects } from '#web/features/room/compare/side-selects'
import type { Sides } from '#web/features/room/compare/use-sides'
import { type CompareMode, type Comparing, compareModes } from '#web/features/room/state/comparing'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './compare.module.css'

const icons: Record<CompareMode, TablerIcon> = {
  SIDE: IconColumns2,
  WIPE: IconSeparatorVertical,
  BLINK: IconEye,
  OPACITY: IconBlendMode,
  DIFFERENCE: IconLayersDifference,
}

type Props = { comparing: Comparing; sides: Sides; close: () => void; desk?: Desk }

/** Which versions are compared, and how. */
export function CompareBar({ comparing, sides, close, desk }: Props) {
  const { store } = useRoom()
  const choose = (mode: CompareMode) => {
    store.dispatch({ do: 'compare', comparing: { ...comparing, mode } })
    focusStage()
  }
  return (
    <div className={classes.bar}>
      <SideSelects comparing={comparing} sides={sides} />
      <div className={classes.modes} role="group" aria-label="Comparison view">
        {compareModes.map((mode) => {
          const Icon = icons[mode]
          return (
            <button
              key={mode}
              type="button"
              className={classes.mode}
              aria-pressed={mode === comparing.mode}
              title={`${modeNames[mode]} (, and .)`}
              onClick={() => choose(mode)}
            >
              <Icon size={17} aria-hidden />
              <span>{modeNames[mode]}</span>
            </button>
          )
        })}
      </div>
      <div className={classes.end}>
        {comparing.mode === 'SIDE' && <ShowComments />}
        {desk && <PinsMenu desk={desk} />}
        <CloseButton
          className={classes.close}
          size={30}
          variant="transparent"
          aria-label="Stop comparing"
          title="Stop comparing (B or Esc)"
          onClick={close}
        />
      </div>
    </div>
  )
}

/** On a phone the bar below has it. */
function ShowComments() {
  const { store } = useRoom()
  const isFolded = useRoomState((state) => state.isPanelFolded)
  const isPhone = useIsPhone()
  if (!isFolded || isPhone) return null
  return (
    <ActionIcon
      size={30}
      className={classes.tool}
      aria-label="Show comments"
      title="Show comments"
      onClick={() => store.dispatch({ do: 'sheet', isOpen: true })}
    >
      <IconMessage size={17} />
    </ActionIcon>
  )
}

const pinChoices = ['BOTH', 'TO', 'FROM', 'NONE'] as const
const sideChoices = ['to', 'from'] as const

function PinsMenu({ desk }: { desk: Desk }) {
  const { from, to, pins, marked, comparing, change } = desk
  const names = { BOTH: 'Both', TO: `Only ${to.name}`, FROM: `Only ${from.name}`, NONE: 'None' }
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon
          size={30}
          className={classes.tool}
          aria-label="Pins"
          title="Pins"
          data-active={pins !== 'BOTH' || marked !== 'to'}
        >
          <IconMapPin size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Show pins</Menu.Label>
        <Menu.RadioGroup
          value={pins}
          onChange={(value) => change({ pins: pinChoices.find((one) => one === value) ?? 'BOTH' })}
        >
          {pinChoices.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {names[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {comparing.mode !== 'SIDE' && (
          <>
            <Menu.Divider />
            <Menu.Label>Comment on</Menu.Label>
            <Menu.RadioGroup
              value={marked}
              onChange={(value) => change({ marked: sideChoices.find((one) => one === value) ?? 'to' })}
            >
              {sideChoices.map((one) => (
                <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                  {one === 'to' ? to.name : from.name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
