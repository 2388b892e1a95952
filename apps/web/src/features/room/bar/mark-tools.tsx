import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowUpRight,
  IconMapPin,
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

/** Whether there is a design, and the caller may mark it. */
function useMayMark(): boolean {
  const { review } = useReviewData()
  const file = useCurrentFile()
  return review.can.comment && file?.state === 'READY'
}

/** What a drag on the design draws. Pressed by a key, a tool is also moved by keys. */
export function MarkTools() {
  const { store, commands } = useRoom()
  const chosen = useRoomState((state) => state.tool)
  if (!useMayMark()) return null
  return (
    <div className={classes.zoom} role="group" aria-label="Marks">
      {tools.map(({ tool, label, key, command, Icon }) => (
        <ActionIcon
          key={tool}
          size={30}
          className={classes.tool}
          aria-label={label}
          aria-pressed={chosen === tool}
          title={`${label} (${key})`}
          onClick={({ detail }) =>
            detail === 0 ? commands.run(command) : store.dispatch({ do: 'tool', tool })
          }
        >
          <Icon size={17} />
        </ActionIcon>
      ))}
    </div>
  )
}

/** On a phone the same, behind one button over the stage. */
export function PhoneTools() {
  const { store } = useRoom()
  const chosen = useRoomState((state) => state.tool)
  const hasMark = useRoomState((state) => state.mark !== null)
  const isThere = useMayMark()
  if (!isThere || hasMark) return null
  const now = tools.find(({ tool }) => tool === chosen) ?? tools[0]
  if (!now) return null
  return (
    <div className={classes.phoneTools} data-over-stage>
      <Menu position="top-start" width={180}>
        <Menu.Target>
          <ActionIcon
            size={44}
            radius="50%"
            className={classes.phoneTool}
            aria-label={`Mark with: ${now.label}`}
          >
            <now.Icon size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
