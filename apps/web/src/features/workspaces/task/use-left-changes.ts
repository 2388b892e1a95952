import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { placesLeft } from '#web/features/comments/outbox/outbox-storage'

/** What an earlier visit could not send goes out, whatever page this one begins with. */
export function useLeftChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const workspaces = placesLeft('tasks')
    if (workspaces.length === 0) return
    // Without a line it is tried again by the board.
    import('#web/features/workspaces/task/task-outbox').then(
      ({ taskOutbox }) => {
        for (const workspace of workspaces) taskOutbox(client, workspace)
      },
      () => {},
    )
  }, [client])
}
