import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import { useState } from 'react'
import { changeOf } from '#web/features/workspaces/notes/note-changes'
import { NoteEditor } from '#web/features/workspaces/notes/note-editor'
import { NoteList } from '#web/features/workspaces/notes/note-list'
import { notesQuery, useNoteChange, useNotesElsewhere } from '#web/features/workspaces/notes/note-queries'
import { freeSlot } from '#web/features/workspaces/notes/use-note'
import { useWaitingNotes, type WaitingNote, waitingNotes } from '#web/features/workspaces/notes/waiting-notes'
import { offerInverse } from '#web/lib/changes/offer-inverse'
import { useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import classes from './notes.module.css'

type Props = {
  workspaceId: string
  /** Former members cannot write new notes. */
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

/** The open note. A new one keeps its editor when it gets an id. */
type Chosen = { editor: string; id: string | null; newSlot: string }

type LoadedProps = { workspaceId: string; hasLeft: boolean; notes: readonly PrivateNote[] }

function Loaded({ workspaceId, hasLeft, notes }: LoadedProps) {
  const chose = (id: string | null, now?: Chosen): Chosen => ({
    editor: id ?? `new ${Date.now()}`,
    id,
    newSlot: freeSlot(workspaceId, now?.newSlot ?? null),
  })
  const choseWaiting = ({ slot, id }: WaitingNote): Chosen => ({
    ...chose(id),
    ...(id === null && { newSlot: slot }),
  })
  const [chosen, setChosen] = useState(() => {
    // Unsaved notes come first.
    const waiting = waitingNotes(workspaceId, notes).find(({ id }) => id !== null || !hasLeft)
    return waiting ? choseWaiting(waiting) : chose(notes[0]?._id ?? null)
  })
  const choose = (id: string | null) => setChosen((now) => chose(id, now))
  const { mutate: run } = useNoteChange(workspaceId)
  useUndo(() => void focusHeading())
  useNotesElsewhere(workspaceId)
  const open = notes.find((note) => note._id === chosen.id) ?? null
  const waiting = useWaitingNotes(workspaceId, notes).filter(
    ({ slot, id }) => id !== null || (!hasLeft && (open !== null || slot !== chosen.newSlot)),
  )
  const onDelete = ({ _id }: PrivateNote) => {
    const input = { kind: 'delete', note: _id } as const
    const onSuccess = () => {
      choose(notes.find((note) => note._id !== _id)?._id ?? null)
      offerInverse(changeOf(input), notes, input, (inverse) =>
        run({ input: inverse }, { onSuccess: () => choose(_id) }),
      )
    }
    run({ input }, { onSuccess })
  }
  // The first note needs no button: its paper is there.
  const isFirst = notes.length + waiting.length === 0
  return (
    <div className={classes.columns} data-first={isFirst || undefined}>
      <div className={classes.list}>
        {!hasLeft && !isFirst && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => choose(null)}
          >
            New note
          </Button>
        )}
        <NoteList
          notes={notes}
          openId={open?._id ?? null}
          waiting={waiting}
          onOpen={choose}
          onOpenWaiting={(one) => setChosen(choseWaiting(one))}
        />
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
