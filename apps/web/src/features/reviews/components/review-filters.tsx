import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useReviewView } from '#web/features/reviews/use-review-view'
import classes from './review-filters.module.css'

const typingMs = 300

const sorts = {
  '-updatedAt': 'Last changed',
  '-createdAt': 'Newest',
  createdAt: 'Oldest',
  name: 'Name',
  '-openCount': 'Most open comments',
}
const states = { '': 'Any comments', true: 'With open comments', false: 'Nothing open' }
const visibilities = { '': 'Seen by anybody', PRIVATE: 'Private', UNLISTED: 'With link', PUBLIC: 'Public' }
const whose = { '': 'Mine and joined', OWN: 'Mine', JOINED: 'Joined' }
const shelves = { '': 'In the list', true: 'Archived' }

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** What the list of reviews shows, kept in the address. */
export function ReviewFilters() {
  const { value, set } = useReviewView()
  return (
    <div role="search" aria-label="Your reviews" className={classes.root}>
      <Word />
      <NativeSelect
        aria-label="Order"
        value={value('sort') || '-updatedAt'}
        onChange={(event) =>
          set({ sort: event.currentTarget.value === '-updatedAt' ? '' : event.currentTarget.value })
        }
        data={optionsOf(sorts)}
      />
      <NativeSelect
        aria-label="Open comments"
        value={value('open')}
        onChange={(event) => set({ open: event.currentTarget.value })}
        data={optionsOf(states)}
      />
      <NativeSelect
        aria-label="Visibility"
        value={value('visibility')}
        onChange={(event) => set({ visibility: event.currentTarget.value })}
        data={optionsOf(visibilities)}
      />
      <NativeSelect
        aria-label="Whose"
        value={value('whose')}
        onChange={(event) => set({ whose: event.currentTarget.value })}
        data={optionsOf(whose)}
      />
      <NativeSelect
        aria-label="Archive"
        value={value('archived')}
        onChange={(event) => set({ archived: event.currentTarget.value })}
        data={optionsOf(shelves)}
      />
    </div>
  )
}

/** Cards, or many in rows. */
export function ReviewLook() {
  const { set, isList } = useReviewView()
  return (
    <SegmentedControl
      aria-label="View"
      value={isList ? 'list' : 'cards'}
      onChange={(view) => set({ view: view === 'list' ? view : '' })}
      data={[
        { value: 'cards', label: 'Cards' },
        { value: 'list', label: 'List' },
      ]}
    />
  )
}

/** The list follows what is typed; another address brings its word along. */
function Word() {
  const [params] = useSearchParams()
  const { set } = useReviewView()
  const searched = params.get('word') ?? ''
  const [word, setWord] = useState(searched)
  const [sent, setSent] = useState(searched)
  if (searched !== sent) {
    setSent(searched)
    setWord(searched)
  }
  const search = useDebouncedCallback((next: string) => {
    setSent(next.trim())
    set({ word: next.trim() })
  }, typingMs)
  return (
    <TextInput
      aria-label="Find by name"
      placeholder="Find by name"
      maxLength={200}
      className={classes.word}
      value={word}
      onChange={(event) => {
        setWord(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
