import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { placesLeft } from '#web/features/comments/outbox/outbox-storage'
import { useSession } from '#web/lib/session'

/** Sends decisions that an earlier visit left, on any page. */
export function useLeftDecisions(): void {
  const client = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    const reviews = placesLeft('round')
    if (reviews.length === 0) return
    // Offline, it is tried again when the review opens.
    import('#web/features/room/round/round-outbox').then(
      ({ roundOutbox }) => {
        for (const review of reviews) roundOutbox(client, review)
      },
      () => {},
    )
  }, [client, token])
}
