import { Button, Menu, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconTrash } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useReviewView } from '#web/features/reviews/use-review-view'
import { paths } from '#web/lib/paths'
import classes from './review-filters.module.css'

const typingMs = 300

const sorts = {
  '-updatedAt': 'Last changed',
  '-createdAt': 'Newest',
  createdAt: 'Oldest',
  name: 'Name',
  '-openCount': 'Most open comments',
}
const groups = [
  {
    name: 'open',
    label: 'Open comments',
    choices: { '': 'Any', true: 'With open comments', false: 'No open comments' },
  },
  {
    name: 'visibility',
    label: 'Visibility',
    choices: { '': 'Any visibility', PRIVATE: 'Private', UNLISTED: 'With link', PUBLIC: 'Public' },
  },
  { name: 'whose', label: 'Owner', choices: { '': 'Mine and joined', OWN: 'Mine', JOINED: 'Joined' } },
  { name: 'archived', label: 'Archive', choices: { '': 'Not archived', true: 'Archived' } },
] as const

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** Filters of the review list, kept in the address. */
export function ReviewFilters() {
  const { value, set } = useReviewView()
  return (
    <div role="search" aria-label="Your reviews" className={classes.root}>
      <Word />
      <NativeSelect
        aria-label="Sort by"
        value={value('sort') || '-updatedAt'}
        onChange={(event) =>
          set({ sort: event.currentTarget.value === '-updatedAt' ? '' : event.currentTarget.value })
        }
        data={optionsOf(sorts)}
      />
      <FilterMenu />
    </div>
  )
}

function FilterMenu() {
  const { value, set } = useReviewView()
  const chosen = groups.filter(({ name }) => value(name) !== '').length
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          aria-label={chosen > 0 ? `Filter, ${chosen} selected` : 'Filter'}
        >
          Filter{chosen > 0 && ` · ${chosen}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.groups}>
        {groups.map(({ name, label, choices }) => (
          <Fragment key={name}>
            <Menu.Label>{label}</Menu.Label>
            <Menu.RadioGroup value={value(name)} onChange={(next) => set({ [name]: next })}>
              {optionsOf(choices).map((choice) => (
                <Menu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
                  {choice.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Fragment>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.deletedReviews} leftSection={<IconTrash size={16} />}>
          Recently deleted
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Cards or compact rows. */
export function ReviewLook() {
  const { show, isList } = useReviewView()
  return (
    <SegmentedControl
      aria-label="View"
      value={isList ? 'list' : 'cards'}
      onChange={(view) => show(view === 'list' ? view : 'cards')}
      data={[
        { value: 'cards', label: 'Cards' },
        { value: 'list', label: 'List' },
      ]}
    />
  )
}

/** The list follows the typed text; another address sets its own. */
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
