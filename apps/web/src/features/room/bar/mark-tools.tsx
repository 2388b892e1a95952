import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowUpRight,
  IconColorPicker,
  IconEye,
  IconEyeOff,
  IconMapPin,
  IconMaximize,
  IconRuler2,
  IconScribble,
  IconSquareDashed,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Marker } from '@wingmark/contract/comments'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import type { Command } from '#web/features/room/state/shortcuts'
import classes from './bar.module.css'

type Tool = Marker['shape']

const tools: readonly { tool: Tool; label: string; key: string; command: Command; Icon: TablerIcon }[] = [
  { tool: 'POINT', label: 'Point', key: 'C', command: 'point', Icon: IconMapPin },
  { tool: 'RECTANGLE', label: 'Region', key: 'G', command: 'region', Icon: IconSquareDashed },
  { tool: 'ARROW', label: 'Arrow', key: 'A', command: 'arrow', Icon: IconArrowUpRight },
  { tool: 'FREEHAND', label: 'Draw', key: 'D', command: 'draw', Icon: IconScribble },
]

/** Whether there is a design that the caller may mark. */
function useMayMark(): boolean {
  const { review } = useReviewData()
  const file = useCurrentFile()
  return review.can.comment && file?.state === 'READY'
}

/** What a drag on the design draws. A tool chosen by key is also moved by keys. */
export function MarkTools() {
  const { store, commands } = useRoom()
  const chosen = useRoomState((state) => state.tool)
  const measure = useRoomState((state) => state.measure)
  if (!useMayMark()) return null
  return (
    <div className={classes.zoom} role="group" aria-label="Marks">
      {tools.map(({ tool, label, key, command, Icon }) => (
        <ActionIcon
          key={tool}
          size={30}
          className={classes.tool}
          aria-label={label}
          aria-pressed={chosen === tool && measure === null}
          title={`${label} (${key})`}
          onClick={({ detail }) =>
            detail === 0 ? commands.run(command) : store.dispatch({ do: 'tool', tool })
          }
        >
          <Icon size={17} />
        </ActionIcon>
      ))}
      <Menu position="bottom" width={230}>
        <Menu.Target>
          <ActionIcon
            size={30}
            className={classes.tool}
            aria-label="Measure"
            data-active={measure !== null}
            title="Measure: distances (M), colours (I)"
          >
            <IconRuler2 size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Measures />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const measures = [
  { measure: 'RULER', label: 'Distance and size', key: 'M', Icon: IconRuler2 },
  { measure: 'COLORS', label: 'Colours and contrast', key: 'I', Icon: IconColorPicker },
] as const

/** They insert their result into the open comment, or begin one. */
function Measures({ isPhone = false }: { isPhone?: boolean }) {
  const { store } = useRoom()
  return measures.map(({ measure, label, key, Icon }) => (
    <Menu.Item
      key={measure}
      leftSection={isPhone ? undefined : <Icon size={16} aria-hidden />}
      rightSection={isPhone ? <Icon size={18} aria-hidden /> : <kbd>{key}</kbd>}
      onClick={() => store.dispatch({ do: 'measure', with: measure })}
    >
      {label}
    </Menu.Item>
  ))
}

/** What a phone's bar has no room for; some phones have no full screen. */
function PhoneViews() {
  const { commands } = useRoom()
  const arePinsHidden = useRoomState((state) => state.arePinsHidden)
  const Pins = arePinsHidden ? IconEye : IconEyeOff
  return (
    <>
      <Menu.Item rightSection={<Pins size={18} aria-hidden />} onClick={() => commands.run('pins')}>
        {arePinsHidden ? 'Show pins' : 'Hide pins'}
      </Menu.Item>
      {document.fullscreenEnabled && (
        <Menu.Item
          rightSection={<IconMaximize size={18} aria-hidden />}
          onClick={() => commands.run('fullScreen')}
        >
          Full screen
        </Menu.Item>
      )}
    </>
  )
}

/** On a phone the same, behind one button over the stage; readers see only how it is shown. */
export function PhoneTools() {
  const chosen = useRoomState((state) => state.tool)
  const hasMark = useRoomState((state) => state.mark !== null)
  const isReady = useCurrentFile()?.state === 'READY'
  const mayMark = useMayMark()
  if (!isReady || hasMark) return null
  const now = tools.find(({ tool }) => tool === chosen) ?? tools[0]
  if (!now) return null
  const Icon = mayMark ? now.Icon : IconEye
  return (
    <div className={classes.phoneTools} data-over-stage>
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <ActionIcon
            size={44}
            radius="50%"
            className={classes.phoneTool}
            aria-label={mayMark ? `Mark with: ${now.label}` : 'View'}
          >
            <Icon size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayMark && <PhoneMarks chosen={chosen} />}
          <PhoneViews />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function PhoneMarks({ chosen }: { chosen: Tool }) {
  const { store } = useRoom()
  return (
    <>
      <Menu.RadioGroup
        value={chosen}
        onChange={(value) => {
          const wanted = tools.find(({ tool }) => tool === value)
          if (wanted) store.dispatch({ do: 'tool', tool: wanted.tool })
        }}
      >
        {tools.map(({ tool, label, Icon }) => (
          <Menu.RadioItem
            key={tool}
            value={tool}
            rightSection={<Icon size={18} aria-hidden />}
            closeMenuOnClick
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Measures isPhone />
      <Menu.Divider />
    </>
  )
}
