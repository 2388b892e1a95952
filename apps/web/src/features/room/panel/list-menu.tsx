import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import type { CommentSort, CommentsOnly } from '#web/features/room/state/list-view'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import classes from './panel.module.css'

const sorts: readonly { value: CommentSort; label: string }[] = [
  { value: 'PLACE', label: 'By place' },
  { value: 'TIME', label: 'Newest first' },
  { value: 'PERSON', label: 'By person' },
]
const choices: readonly { value: CommentsOnly; label: string }[] = [
  { value: 'ANYBODY', label: 'Everybody’s' },
  { value: 'MINE', label: 'With words of mine' },
  { value: 'UNREAD', label: 'New since my last visit' },
  { value: 'MENTIONS', label: 'That mention me' },
]

/** In which order the list is, and whose comments are in it. */
export function ListMenu() {
  const { store } = useRoom()
  const { sort, only } = useRoomState((state) => state.list)
  const isPlain = sort === 'PLACE' && only === 'ANYBODY'
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon
          size={28}
          className={classes.tool}
          data-active={!isPlain}
          aria-label="Sort and filter"
          title="Sort and filter"
        >
          <IconAdjustmentsHorizontal size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Order</Menu.Label>
        {sorts.map(({ value, label }) => (
          <Choice
            key={value}
            label={label}
            isChosen={value === sort}
            onChoose={() => store.dispatch({ do: 'list', change: { sort: value } })}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>Show</Menu.Label>
        {choices.map(({ value, label }) => (
          <Choice
            key={value}
            label={label}
            isChosen={value === only}
            onChoose={() => store.dispatch({ do: 'list', change: { only: value } })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoiceProps = { label: string; isChosen: boolean; onChoose: () => void }

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={isChosen}
      rightSection={isChosen ? <IconCheck size={15} aria-hidden /> : null}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  )
}
