import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCommand } from '#web/features/room/state/commands'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import classes from './panel.module.css'

/** Opens the field below it, like its key. */
export function SearchButton() {
  const { commands } = useRoom()
  const isOpen = useRoomState((state) => state.list.search !== null)
  return (
    <ActionIcon
      size={28}
      className={classes.tool}
      data-active={isOpen}
      aria-label="Search comments"
      aria-expanded={isOpen}
      title="Search comments (/)"
      onClick={() => commands.run('search')}
    >
      <IconSearch size={16} />
    </ActionIcon>
  )
}

const fieldId = 'search-comments'

/** `hasOpenOne`: the list also has a comment opened since, besides the results. */
export function ListSearch({ found, hasOpenOne }: { found: number; hasOpenOne: boolean }) {
  const { store } = useRoom()
  const search = useRoomState((state) => state.list.search)
  useCommand('search', () => {
    store.dispatch({ do: 'sheet', isOpen: true })
    if (store.get().list.search === null) store.dispatch({ do: 'list', change: { search: '' } })
    document.getElementById(fieldId)?.focus()
  })
  if (search === null) return null
  const close = () => {
    store.dispatch({ do: 'list', change: { search: null } })
    focusStage()
  }
  return (
    <div className={classes.search} role="search">
      <TextInput
        id={fieldId}
        size="xs"
        autoFocus
        autoComplete="off"
        maxLength={200}
        aria-label="Words in these comments"
        placeholder="Words, names or #number"
        value={search}
        onChange={(event) => store.dispatch({ do: 'list', change: { search: event.currentTarget.value } })}
        onKeyDown={(event) => {
          if (!isKey(event, 'Escape')) return
          event.stopPropagation()
          close()
        }}
        rightSection={<CloseButton size="xs" aria-label="Close search" onClick={close} />}
      />
      <p className={classes.found} role="status">
        {search.trim() === ''
          ? ''
          : `${formatCount(found, 'comment')} found${hasOpenOne ? ' (plus the open comment, which doesn’t match)' : ''}`}
      </p>
    </div>
  )
}
