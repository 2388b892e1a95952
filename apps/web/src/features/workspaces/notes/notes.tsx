import { Button, Skeleton, TextInput, VisuallyHidden } from '@mantine/core'
import { IconLock, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import { excerptAround, findWords, soughtWords } from '@wingmark/contract/search-words'
import { useState } from 'react'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { NoteEditor } from '#web/features/workspaces/notes/note-editor'
import { nameOfNote } from '#web/features/workspaces/notes/note-marks'
import {
  notesQuery,
  useDeleteNote,
  useNotesElsewhere,
  useRestoreNote,
} from '#web/features/workspaces/notes/note-queries'
import { freeSlot } from '#web/features/workspaces/notes/use-note'
import { formatCount } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import { offerUndo, useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import classes from './notes.module.css'

type Props = {
  workspaceId: string
  /** Nothing new can be written where one is not any more. */
  hasLeft?: boolean
}

export function Notes({ workspaceId, hasLeft = false }: Props) {
  const { data, error, refetch } = useQuery(notesQuery(workspaceId))
  return (
    <>
      <p className={classes.private}>
        <IconLock size={15} aria-hidden /> Only you can see this
      </p>
      {data && <Loaded key={workspaceId} workspaceId={workspaceId} hasLeft={hasLeft} notes={data} />}
      {!data && error && <LoadError what="Your notes" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
    </>
  )
}

/** The open note. One that is new keeps the editor that it was begun in, also once it has an id. */
type Chosen = { editor: string; id: string | null; newSlot: string }

type LoadedProps = { workspaceId: string; hasLeft: boolean; notes: readonly PrivateNote[] }

function Loaded({ workspaceId, hasLeft, notes }: LoadedProps) {
  const chose = (id: string | null, now?: Chosen): Chosen => ({
    editor: id ?? `new ${Date.now()}`,
    id,
    newSlot: freeSlot(workspaceId, now?.newSlot ?? null),
  })
  const [chosen, setChosen] = useState(() => chose(notes[0]?._id ?? null))
  const choose = (id: string | null) => setChosen((now) => chose(id, now))
  const remove = useDeleteNote(workspaceId)
  const restore = useRestoreNote(workspaceId)
  useUndo(() => void focusHeading())
  useNotesElsewhere(workspaceId)
  const [word, setWord] = useState('')
  const shown = notes.filter(({ note }) => holdsAll(note, word))
  const open = notes.find((note) => note._id === chosen.id) ?? null
  const onDelete = ({ _id }: PrivateNote) =>
    remove.mutate(_id, {
      onSuccess: () => {
        choose(notes.find((note) => note._id !== _id)?._id ?? null)
        offerUndo('Note deleted.', () => restore.mutate(_id, { onSuccess: () => choose(_id) }))
      },
    })
  return (
    <div className={classes.columns}>
      <div className={classes.list}>
        {!hasLeft && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => choose(null)}
          >
            New note
          </Button>
        )}
        {notes.length > 1 && (
          <TextInput
            aria-label="Search your notes"
            placeholder="Search your notes"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!isKey(event, 'Escape') || word === '') return
              event.preventDefault()
              setWord('')
            }}
          />
        )}
        <VisuallyHidden role="status">
          {word.trim() === '' ? '' : `${formatCount(shown.length, 'note')} found`}
        </VisuallyHidden>
        {notes.length > 0 && shown.length === 0 && <p className={classes.when}>No note has these words.</p>}
        {shown.length > 0 && (
          <ul className={classes.notes}>
            {shown.map((note) => (
              <li key={note._id}>
                <button
                  type="button"
                  className={classes.note}
                  aria-current={note._id === open?._id || undefined}
                  onClick={() => choose(note._id)}
                >
                  <span className={classes.first}>{nameOfNote(note.note)}</span>
                  <span className={classes.when}>
                    {foundBelow(note.note, word) ?? <TimeAgo iso={note.updatedAt} />}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {(open || !hasLeft) && (
        <NoteEditor
          key={chosen.editor}
          workspaceId={workspaceId}
          note={open}
          newSlot={chosen.newSlot}
          onMade={(id) => setChosen((now) => (now.editor === chosen.editor ? { ...now, id } : now))}
          onDelete={onDelete}
        />
      )}
    </div>
  )
}

/** As the server finds them: all words, each by its beginning. */
function holdsAll(note: string, sought: string): boolean {
  const words = soughtWords(sought)
  if (words.length === 0) return sought.trim() === ''
  return words.every((word) => findWords(note, word).length > 0)
}

/** Where it is found, unless the name of the note says it already. */
function foundBelow(note: string, word: string): string | null {
  if (word.trim() === '' || holdsAll(nameOfNote(note), word)) return null
  return excerptAround(note, word, 80)
}
