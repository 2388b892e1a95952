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
  /** Other words that were not sent: of those in these slots. */
  renderKept: (isShown: (slot: string) => boolean) => ReactNode
}

/** What somebody wrote for themselves in a workspace that they are not in any more; else, `missing`. */
export function LeftNotes({ workspaceId, missing, renderKept }: Props) {
  const { data, isPending } = useQuery({ ...notesQuery(workspaceId), retry: false })
  if (isPending) return <Skeleton height={240} />
  if (!data || data.length === 0) return missing
  // A note that is there shows what was written on in it.
  const own = new Set(data.map(({ _id }) => slotOfNote(workspaceId, _id)))
  const isElsewhere = (slot: string) => !own.has(slot)
  return (
    <Page
      title="Your notes"
      name="Notes"
      note="You are no longer in this workspace. Your private notes stay yours."
    >
      <Notes workspaceId={workspaceId} hasLeft />
      {renderKept(isElsewhere)}
    </Page>
  )
}
