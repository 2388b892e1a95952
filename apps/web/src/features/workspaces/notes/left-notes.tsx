import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { notesQuery } from '#web/features/workspaces/notes/note-queries'
import { Notes } from '#web/features/workspaces/notes/notes'
import { Page } from '#web/ui/page'

/** What somebody wrote for themselves in a workspace that they are not in any more; else, `missing`. */
export function LeftNotes({ workspaceId, missing }: { workspaceId: string; missing: ReactNode }) {
  const { data, isPending } = useQuery({ ...notesQuery(workspaceId), retry: false })
  if (isPending) return <Skeleton height={240} />
  if (!data || data.length === 0) return missing
  return (
    <Page
      title="Your notes"
      name="Notes"
      note="You are not in this workspace any more. What you wrote here for yourself stays yours."
    >
      <Notes workspaceId={workspaceId} hasLeft />
    </Page>
  )
}
