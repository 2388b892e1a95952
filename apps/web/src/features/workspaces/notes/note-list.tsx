import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import { excerptAround, findWords, soughtWords } from '@wingmark/contract/search-words'
import { type ReactNode, useState } from 'react'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { nameOfNote } from '#web/features/workspaces/notes/note-marks'
import type { WaitingNote } from '#web/features/workspaces/notes/waiting-notes'
import { formatCount } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import classes from './notes.module.css'

type Props = {
  notes: readonly PrivateNote[]
  openId: string | null
  /** New ones have their own row, others are marked. */
  waiting: readonly WaitingNote[]
  onOpen: (id: string) => void
  onOpenWaiting: (waiting: WaitingNote) => void
}

export function NoteList({ notes, openId, waiting, onOpen, onOpenWaiting }: Props) {
  const [word, setWord] = useState('')
  const shown = notes.filter(({ note }) => holdsAll(note, word))
  const unsaved = new Set(waiting.map(({ id }) => id))
  const made = waiting.filter(({ id, text }) => id === null && holdsAll(text, word))
  return (
    <>
      {notes.length > 1 && <Search word={word} onSearch={setWord} />}
      <VisuallyHidden role="status">
        {word.trim() === '' ? '' : `${formatCount(shown.length + made.length, 'note')} found`}
      </VisuallyHidden>
      {notes.length > 0 && shown.length + made.length === 0 && (
        <p className={classes.when}>No notes match your search.</p>
      )}
      {shown.length + made.length > 0 && (
        <ul className={classes.notes}>
          {made.map((one) => (
            <Row key={one.slot} name={nameOfNote(one.text)} onOpen={() => onOpenWaiting(one)}>
              <NotSaved />
            </Row>
          ))}
          {shown.map(({ _id, note, updatedAt }) => (
            <Row key={_id} name={nameOfNote(note)} isOpen={_id === openId} onOpen={() => onOpen(_id)}>
              {unsaved.has(_id) && _id !== openId ? (
                <NotSaved />
              ) : (
                <span className={classes.when}>{foundBelow(note, word) ?? <TimeAgo iso={updatedAt} />}</span>
              )}
            </Row>
          ))}
        </ul>
      )}
    </>
  )
}

type RowProps = { name: string; isOpen?: boolean; onOpen: () => void; children: ReactNode }

function Row({ name, isOpen = false, onOpen, children }: RowProps) {
  return (
    <li>
      <button type="button" className={classes.note} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={classes.first}>{name}</span>
        {children}
      </button>
    </li>
  )
}

const NotSaved = () => (
  <span className={classes.state} data-failed>
    Not saved
  </span>
)

function Search({ word, onSearch }: { word: string; onSearch: (word: string) => void }) {
  return (
    <TextInput
      aria-label="Search your notes"
      placeholder="Search your notes"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={word}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!isKey(event, 'Escape') || word === '') return
        event.preventDefault()
        onSearch('')
      }}
    />
  )
}

/** Like the server's search: all words, each by its beginning. */
function holdsAll(note: string, sought: string): boolean {
  const words = soughtWords(sought)
  if (words.length === 0) return sought.trim() === ''
  return words.every((word) => findWords(note, word).length > 0)
}

/** The matching line, unless the note's name shows it already. */
function foundBelow(note: string, word: string): string | null {
  if (word.trim() === '' || holdsAll(nameOfNote(note), word)) return null
  return excerptAround(note, word, 80)
}
