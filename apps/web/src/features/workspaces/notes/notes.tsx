import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import { useState } from 'react'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { NoteEditor } from '#web/features/workspaces/notes/note-editor'
import { notesQuery, useDeleteNote, useRestoreNote } from '#web/features/workspaces/notes/note-queries'
import { freeSlot } from '#web/features/workspaces/notes/use-note'
import { offerUndo, useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import classes from './notes.module.css'

export function Notes({ workspaceId }: { workspaceId: string }) {
  const { data, error, refetch } = useQuery(notesQuery(workspaceId))
  return (
    <>
      <p className={classes.private}>
        <IconLock size={15} aria-hidden /> Only you can see this
      </p>
      {data && <Loaded key={workspaceId} workspaceId={workspaceId} notes={data} />}
      {!data && error && <LoadError what="Your notes" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
    </>
  )
}

/** The open note. One that is new keeps the editor that it was begun in, also once it has an id. */
type Chosen = { editor: string; id: string | null; newSlot: string }

function Loaded({ workspaceId, notes }: { workspaceId: string; notes: readonly PrivateNote[] }) {
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
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => choose(null)}
        >
          New note
        </Button>
        {notes.length > 0 && (
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note._id}>
                <button
                  type="button"
                  className={classes.note}
                  aria-current={note._id === open?._id || undefined}
                  onClick={() => choose(note._id)}
                >
                  <span className={classes.first}>{firstLine(note.note)}</span>
                  <span className={classes.when}>
                    <TimeAgo iso={note.updatedAt} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <NoteEditor
        key={chosen.editor}
        workspaceId={workspaceId}
        note={open}
        newSlot={chosen.newSlot}
        onMade={(id) => setChosen((now) => (now.editor === chosen.editor ? { ...now, id } : now))}
        onDelete={onDelete}
      />
    </div>
  )
}

const firstLine = (note: string) => note.trim().split('\n', 1)[0]?.slice(0, 80) ?? ''
