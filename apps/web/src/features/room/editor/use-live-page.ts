import { useQueryClient } from '@tanstack/react-query'
import { liveReviewPath, type ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useEffect, useState } from 'react'
import { reviewKeys } from '#web/features/reviews/queries'
import { openLivePage } from '#web/features/room/live/live-page'
import { callerHeaders } from '#web/lib/api'
import { reviewAddress } from '#web/lib/cached-answers'
import { rememberDeleted } from '#web/lib/known-deleted'
import { type LiveStatus, openLive } from '#web/lib/live-connection'
import { readMissed } from '#web/lib/query-reading'
import { shareTokenOf } from '#web/lib/share-token'

/** Keeps a review and its files up to date; only counts its comments. */
export function useLivePage(reviewId: string): LiveStatus {
  const client = useQueryClient()
  const [status, setStatus] = useState<LiveStatus>('connecting')
  useEffect(() => {
    const queryKey = reviewKeys.page(reviewId)
    const page = openLivePage(client, queryKey)
    const close = openLive<ReviewEvent>({
      path: liveReviewPath(reviewId),
      headers: () => callerHeaders(shareTokenOf(reviewId)),
      lastEventId: client.getQueryData<ReviewPage>(queryKey)?.lastEventId ?? '0',
      onEvent(event) {
        if (event.event === 'deleted') rememberDeleted(reviewId)
        if (event.event === 'reset' || event.event === 'deleted')
          void client.invalidateQueries({ queryKey, exact: true })
        else page.apply(event)
      },
      onStatus(next) {
        setStatus(next)
        if (next === 'refused') void client.invalidateQueries({ queryKey, exact: true })
        if (next === 'open') readMissed(client, reviewAddress(reviewId), [queryKey])
      },
    })
    return () => {
      close()
      page.stop()
      // No live stream keeps it fresh from now on.
      void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    }
  }, [reviewId, client])
  return status
}
