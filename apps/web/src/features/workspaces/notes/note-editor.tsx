import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import { IconListCheck, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { noteMax } from '@wingmark/contract/limits'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import { useLayoutEffect, useRef, useState } from 'react'
import type { NoteState } from '#web/features/workspaces/notes/note-draft'
import { type Written, withBox } from '#web/features/workspaces/notes/note-marks'
import { NotePaper } from '#web/features/workspaces/notes/note-paper'
import { notesQuery } from '#web/features/workspaces/notes/note-queries'
import { type Taken, useNote } from '#web/features/workspaces/notes/use-note'
import { LengthNote } from '#web/ui/length-note'
import classes from './notes.module.css'

type Props = {
  workspaceId: string
  /** Null for an unwritten one. */
  note: PrivateNote | null
  /** The slot of the new note's text. */
  newSlot: string
  onMade: (id: string) => void
  onDelete: ((note: PrivateNote) => void) | null
}

const words: Record<NoteState, string> = {
  saved: 'Saved',
  writing: 'Writing…',
  saving: 'Saving…',
  failed: 'Not saved. Your text is kept on this device.',
  conflict: 'Not saved: the note was changed elsewhere.',
  blank: 'Note is required',
}

const choices: Record<Taken, string> = {
  mine: 'Keep this version',
  theirs: 'Use other version',
  both: 'Keep both',
}

export function NoteEditor({ workspaceId, note, newSlot, onMade, onDelete }: Props) {
  const { text, write, state, refusal, retry, settle } = useNote({ workspaceId, note, newSlot, onMade })
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<PrivateNote | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  // Before the next key arrives.
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])
  const writeAt = (written: Written) => {
    caret.current = written.caret
    write(written.text)
  }
  const addBox = () => {
    const area = field.current
    if (!area) return
    const next = withBox({ text, caret: area.selectionStart })
    if (next.text.length > noteMax) return
    area.focus()
    writeAt(next)
  }
  const look = async () => {
    const notes = await client.fetchQuery({ ...notesQuery(workspaceId), staleTime: 0 })
    setTheirs(notes.find((one) => one._id === note?._id) ?? null)
  }
  const take = (taken: Taken, other: PrivateNote) => {
    // Changed again meanwhile: fetches theirs once more.
    setTheirs(null)
    settle(other, taken)
  }
  return (
    <div className={classes.editor}>
      <div className={classes.bar}>
        <span role="status" className={classes.state} data-failed={state === 'failed' || undefined}>
          {state === 'failed' && refusal && `${refusal} `}
          {note || state !== 'saved' ? words[state] : ''}
        </span>
        {state === 'failed' && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
        <span className={classes.end}>
          <ActionIcon
            aria-label="Tick box"
            title="Tick box at the start of the line"
            onMouseDown={(event) => event.preventDefault()}
            onClick={addBox}
          >
            <IconListCheck size={16} />
          </ActionIcon>
          {note?.can.delete && onDelete && (
            <ActionIcon aria-label="Delete note" title="Delete" onClick={() => onDelete(note)}>
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </span>
      </div>
      {state === 'conflict' && (
        <Alert title="This note was changed elsewhere" role="alert">
          {theirs ? (
            <>
              <p className={classes.theirs}>{theirs.note}</p>
              <Group gap="xs">
                {(['mine', 'theirs', 'both'] as const).map((taken) => (
                  <Button key={taken} size="xs" variant="default" onClick={() => take(taken, theirs)}>
                    {choices[taken]}
                  </Button>
                ))}
              </Group>
            </>
          ) : (
            <Button size="xs" variant="default" onClick={() => void look()}>
              Show other version
            </Button>
          )}
        </Alert>
      )}
      <NotePaper field={field} text={text} onWrite={write} onWriteAt={writeAt} />
      <LengthNote length={text.length} max={noteMax} />
    </div>
  )
}
