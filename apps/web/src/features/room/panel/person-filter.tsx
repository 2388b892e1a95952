import { Menu } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import { isolated } from '@wingmark/contract/names'
import { holdsCharacters } from '@wingmark/contract/search-words'
import { useMemo, useState } from 'react'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { authorName } from '#web/lib/has-no-account'
import classes from './panel.module.css'

/** Others are found by name. */
const shownMax = 30
const searchedFrom = 8

/** A part of the list's menu: filters by one person. */
export function PersonFilter({ comments }: { comments: readonly Comment[] }) {
  const { store } = useRoom()
  const person = useRoomState((state) => state.list.person)
  const [word, setWord] = useState('')
  const people = useMemo(() => peopleOf(comments), [comments])
  if (people.length < 2 && person === null) return null
  const found = people.filter(({ name }) => holdsCharacters(name, word))
  const chosen = people.find(({ _id }) => _id === person)
  return (
    <Menu.Sub position="left-start" width={210}>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{chosen ? `From ${isolated(chosen.name)}` : 'From…'}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className={classes.people}>
        {people.length >= searchedFrom && (
          <Menu.Search
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            placeholder="Name"
            aria-label="Find a person"
            maxLength={100}
          />
        )}
        <Menu.RadioGroup
          value={person ?? ''}
          onChange={(id) => store.dispatch({ do: 'list', change: { person: id || null } })}
        >
          <Menu.RadioItem value="" closeMenuOnClick>
            Everyone
          </Menu.RadioItem>
          {found.slice(0, shownMax).map(({ _id, name }) => (
            <Menu.RadioItem key={_id} value={_id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {found.length > shownMax && (
          <Menu.Label>{found.length - shownMax} more. Search by name to find them.</Menu.Label>
        )}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** Everyone who wrote something here, by name. */
function peopleOf(comments: readonly Comment[]): { _id: string; name: string }[] {
  const names = new Map<string, string>()
  for (const { author, replies } of comments) {
    names.set(author._id, authorName(author))
    for (const reply of replies) names.set(reply.author._id, authorName(reply.author))
  }
  return [...names]
    .map(([_id, name]) => ({ _id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || (a._id < b._id ? -1 : 1))
}
