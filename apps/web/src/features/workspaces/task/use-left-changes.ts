import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { placesLeft } from '#web/features/comments/outbox/outbox-storage'

/** Sends what an earlier visit left, on any page. */
export function useLeftChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const [changed, written] = [placesLeft('tasks'), placesLeft('timelines')]
    // Offline, their own screens try them again.
    if (changed.length > 0)
      import('#web/features/workspaces/task/task-outbox').then(
        ({ taskOutbox }) => {
          for (const workspace of changed) taskOutbox(client, workspace)
        },
        () => {},
      )
    if (written.length > 0)
      import('#web/features/workspaces/activities/timeline-outbox').then(
        ({ timelineOutbox }) => {
          for (const workspace of written) timelineOutbox(client, workspace)
        },
        () => {},
      )
  }, [client])
}
