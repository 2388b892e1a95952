import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reviewsLeft } from '#web/features/comments/outbox/outbox-storage'
import { useSession } from '#web/lib/session'

/** Sends what an earlier visit left in reviews, on any page. */
export function useLeftComments(): void {
  const client = useQueryClient()
  const { token } = useSession()
  // Signing in permits sending more.
  useEffect(() => {
    const reviews = reviewsLeft()
    if (reviews.length === 0) return
    // Offline, it is tried again when the review opens.
    import('#web/features/room/state/review-outbox').then(
      ({ reviewOutbox }) => {
        for (const review of reviews) reviewOutbox(client, review)
      },
      () => {},
    )
  }, [client, token])
}
