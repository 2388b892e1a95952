import '@mantine/spotlight/styles.layer.css'
import { Kbd, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconArrowRight,
  IconBolt,
  IconChecklist,
  IconFile,
  IconHistory,
  IconLayoutKanban,
  IconMessage,
  IconMessageCircle,
  IconPhoto,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { memo, type RefObject, useEffect, useRef } from 'react'
import { type Item, useItems } from '#web/features/search/palette/use-items'
import { isKey } from '#web/lib/keys'
import { closePalette, usePaletteOpen } from '#web/lib/palette'
import { useStore } from '#web/lib/store'
import { useBackCloses } from '#web/ui/use-back-closes'
import { useStable } from '#web/ui/use-stable'
import classes from './palette.module.css'

const icons: Record<Item['kind'], typeof IconFile> = {
  ...{ reviews: IconPhoto, comments: IconMessage, files: IconFile, people: IconUser, transfers: IconFile },
  ...{ tasks: IconChecklist, messages: IconMessageCircle, workspace: IconLayoutKanban },
  ...{ page: IconArrowRight, do: IconBolt, word: IconHistory },
}
const [store, spotlight] = createSpotlight()
const state = { get: store.getState, subscribe: store.subscribe }
const listId = 'palette-list'
store.setState({ ...store.getState(), listId })
const name = 'Search and commands'

/** The palette of the whole app. */
export function Palette() {
  const isOpen = usePaletteOpen()
  useBackCloses(isOpen, closePalette)
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={closePalette}
      scrollable
      // It stands still, however much is found.
      centered={false}
      yOffset="12dvh"
      maxHeight="min(480px, 76dvh)"
      overlayProps={{ blur: 0 }}
      // Hiding the bar would restyle the whole page behind; it does not scroll anyway.
      removeScrollProps={{ removeScrollBar: false }}
      transitionProps={{ transition: 'fade', duration: 100 }}
      attributes={{ content: { 'aria-label': name } }}
      classNames={{ search: classes.search, content: classes.content }}
    >
      <PaletteBody />
    </Spotlight.Root>
  )
}

function PaletteBody() {
  const query = useStore(state, (now) => now.query)
  const isOpen = useStore(state, ({ opened }) => opened)
  const { groups, isSearching } = useItems(query, isOpen)
  const input = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id)).join('\n')
  const { run } = useStable({
    run: (id: string) => {
      const item = groups.flatMap(({ items }) => items).find((one) => one.id === id)
      if (item?.asks) {
        hasMoved.current = false
        return store.setState({ ...store.getState(), query: item.asks })
      }
      item?.run()
      spotlight.close()
    },
  })

  return (
    <>
      <Spotlight.Search
        ref={input}
        role="combobox"
        aria-label={name}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        placeholder="Go to, do, or find…"
        maxLength={200}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={<Kbd size="xs">Esc</Kbd>}
        onChange={() => {
          hasMoved.current = false
        }}
        onKeyDown={(event) => {
          if (isKey(event, 'ArrowDown', 'ArrowUp')) hasMoved.current = true
          // The page behind does not scroll.
          if (isKey(event, 'PageDown', 'PageUp')) event.preventDefault()
        }}
      />
      <div id={listId} role="listbox" aria-label={name} aria-busy={isSearching} className={classes.list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.name} label={group.name} role="group" aria-label={group.name}>
            {group.items.map((item) => (
              <PaletteAction
                key={item.id}
                id={item.id}
                kind={item.kind}
                name={item.name}
                details={item.details ?? ''}
                onRun={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </div>
      <VisuallyHidden role="status">
        {isSearching ? '' : `${groups.reduce((sum, { items }) => sum + items.length, 0)} to choose from`}
      </VisuallyHidden>
      <ChosenOne ids={ids} input={input} hasMoved={hasMoved} />
    </>
  )
}

type ActionProps = Pick<Item, 'id' | 'kind' | 'name'> & { details: string; onRun: (id: string) => void }

/** Compatible with the library by `data-action`, but cheaper: each letter renders dozens. */
const PaletteAction = memo(function PaletteAction({ id, kind, name, details, onRun }: ActionProps) {
  const Icon = icons[kind]
  return (
    <button
      type="button"
      id={`palette ${id}`.replaceAll(/\s+/g, '-')}
      role="option"
      aria-selected={false}
      data-action
      tabIndex={-1}
      className={classes.action}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(id)}
    >
      <Icon size={18} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <span>{name}</span>
        {details !== '' && <span className={classes.details}>{details}</span>}
      </span>
    </button>
  )
})

type ChosenProps = {
  ids: string
  input: RefObject<HTMLInputElement | null>
  hasMoved: RefObject<boolean>
}

/** Its own component: a step to the next one renders nothing else. */
function ChosenOne({ ids, input, hasMoved }: ChosenProps) {
  useStore(state, (now) => now)
  // Later results appear above: without a move the first one stays selected.
  useEffect(() => {
    const actions = [...document.querySelectorAll(`#${listId} [data-action]`)]
    if (hasMoved.current && actions.some((one) => one.hasAttribute('data-selected'))) return
    for (const [index, one] of actions.entries()) one.toggleAttribute('data-selected', index === 0)
    const selected = actions.length > 0 ? 0 : -1
    if (store.getState().selected !== selected) store.setState({ ...store.getState(), selected })
  }, [ids, hasMoved])
  // The list marks the selected one visually; the field tells screen readers.
  useEffect(() => {
    let chosen: string | null = null
    for (const one of document.querySelectorAll(`#${listId} [data-action]`)) {
      const isChosen = one.hasAttribute('data-selected')
      one.setAttribute('aria-selected', String(isChosen))
      if (isChosen) chosen = one.id
    }
    if (chosen) input.current?.setAttribute('aria-activedescendant', chosen)
    else input.current?.removeAttribute('aria-activedescendant')
  })
  return null
}
