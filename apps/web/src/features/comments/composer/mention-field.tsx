import { Popover, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Mentionable } from '@wingmark/contract/comments'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { FindPeople } from '#web/features/comments/composer/composer-place'
import { GrowingText } from '#web/features/comments/composer/growing-text'
import { nameBefore } from '#web/features/comments/composer/mention-text'
import type { Mentioned } from '#web/features/comments/outbox/drafts'
import { isKey, keyIn } from '#web/lib/keys'
import { Face } from '#web/ui/face'
import classes from './mention-field.module.css'

type Props = {
  ref: Ref<HTMLTextAreaElement>
  value: string
  label: string
  placeholder: string
  max: number
  isReadOnly?: boolean
  /** Who can be mentioned; undefined if nobody. */
  people: FindPeople | undefined
  mentioned: readonly Mentioned[]
  onChange: (value: string) => void
  onMention: (person: Mentioned) => void
  onPaste?: (event: ClipboardEvent) => void
}

const noPaste = () => {}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

const notes = {
  TO_INVITE: 'Not in this review: sending invites them to comment',
  INVITED: 'Invited, hasn’t joined yet',
  OUTSIDE: 'Not in this review: its owner and editors can invite them',
} as const satisfies Record<Exclude<Mentionable['standing'], 'IN'>, string>

const canPick = (person: Mentionable) => person.standing !== 'OUTSIDE'

/** A text field that suggests people after "@", chosen by arrows and Enter or a tap. The text keeps the focus. */
export function MentionField({
  ref,
  people,
  mentioned,
  onChange,
  onMention,
  onPaste = noPaste,
  ...given
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => field.current)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** Position of an "@" whose suggestions were dismissed. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  const listId = useId()

  const found = caret === null || given.isReadOnly ? null : nameBefore(given.value, caret, mentioned)
  const isAsking = people !== undefined && found !== null && found.from !== dismissed
  const word = found?.word ?? ''
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...(people?.key ?? []), word.toLowerCase()],
    queryFn: ({ signal }) => people?.find(word, signal) ?? [],
    enabled: isAsking,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    meta: { shown: true },
  })
  const offered = isAsking ? (data ?? []) : []
  const isOpen = offered.length > 0
  const chosen = Math.min(active, offered.length - 1)

  const pick = (person: Mentionable | undefined) => {
    const element = field.current
    if (!person || !canPick(person) || !found || !element || caret === null) return
    element.setRangeText(`@${person.name} `, found.from, caret, 'end')
    onMention({ _id: person._id, name: person.name })
    onChange(element.value)
    setCaret(element.selectionStart)
    setActive(0)
    element.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey) return
    const step = keyIn(event, steps)
    if (step !== undefined) setActive((chosen + step + offered.length) % offered.length)
    else if (isKey(event, 'Enter') || (isKey(event, 'Tab') && !event.shiftKey)) {
      // They belong to an older word.
      if (isPlaceholderData) return
      pick(offered[chosen])
    } else if (isKey(event, 'Escape')) setDismissed(found?.from ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const follow = () => {
    const element = field.current
    const isPoint = element !== null && element.selectionStart === element.selectionEnd
    setCaret(isPoint ? element.selectionStart : null)
  }

  return (
    <Popover
      opened={isOpen}
      position="top-start"
      offset={8}
      width={280}
      withRoles={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <div className={classes.field}>
          <GrowingText
            ref={field}
            {...given}
            onPaste={onPaste}
            onChange={(value) => {
              onChange(value)
              follow()
              setActive(0)
              if (!value.includes('@')) setDismissed(null)
            }}
            combobox={{
              onKeyDown,
              onSelect: follow,
              onFocus: follow,
              onBlur: () => setCaret(null),
              ...(people
                ? { 'aria-autocomplete': 'list' as const, 'aria-haspopup': 'listbox' as const }
                : {}),
              ...(isOpen ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosen}` } : {}),
            }}
          />
          <VisuallyHidden role="status">
            {isOpen
              ? offered.length === 1
                ? '1 person to mention'
                : `${offered.length} people to mention`
              : ''}
          </VisuallyHidden>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div id={listId} role="listbox" aria-label="People to mention" className={classes.people}>
          {offered.map((person, place) => (
            <div
              key={person._id}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              aria-disabled={!canPick(person)}
              className={classes.person}
              // Keeps the focus in the text, and the phone's keyboard open.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerEnter={() => setActive(place)}
              onClick={() => pick(person)}
            >
              <Face connectionId={person._id} name={person.name} src={person.avatar} size={24} />
              <span className={classes.words}>
                <span className={classes.name}>{person.name}</span>
                {person.standing !== 'IN' && <span className={classes.note}>{notes[person.standing]}</span>}
              </span>
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Inserts an "@" at the caret, as a key would. */
export function writeAt(element: HTMLTextAreaElement | null, onChange: (value: string) => void): void {
  if (!element) return
  element.focus({ preventScroll: true })
  const { selectionStart: start, selectionEnd: end, value } = element
  const space = start > 0 && !/\s/.test(value.charAt(start - 1)) ? ' ' : ''
  element.setRangeText(`${space}@`, start, end, 'end')
  onChange(element.value)
}
