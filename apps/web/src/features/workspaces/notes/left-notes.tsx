import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { notesQuery } from '#web/features/workspaces/notes/note-queries'
import { Notes } from '#web/features/workspaces/notes/notes'
import { slotOfNote } from '#web/features/workspaces/notes/use-note'
import { Page } from '#web/ui/page'

type Props = {
  workspaceId: string
  missing: ReactNode
  /** Renders other unsent text: that of these slots. */
  renderKept: (isShown: (slot: string) => boolean) => ReactNode
}

/** A former member's own notes in this workspace; otherwise `missing`. */
export function LeftNotes({ workspaceId, missing, renderKept }: Props) {
  const { data, isPending } = useQuery({ ...notesQuery(workspaceId), retry: false })
  if (isPending) return <Skeleton height={240} />
  if (!data || data.length === 0) return missing
  // Existing notes show their drafts themselves.
  const own = new Set(data.map(({ _id }) => slotOfNote(workspaceId, _id)))
  const isElsewhere = (slot: string) => !own.has(slot)
  return (
    <Page
      title="Your notes"
      name="Notes"
      note="You’re no longer in this workspace. Your private notes stay yours."
    >
      <Notes workspaceId={workspaceId} hasLeft />
      {renderKept(isElsewhere)}
    </Page>
  )
}
