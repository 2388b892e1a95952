import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReviewPage as ReviewPageData } from '@wingmark/contract/reviews'
import { Suspense, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { reviewKeys } from '#web/features/reviews/queries'
import { RoomSkeleton } from '#web/features/room/entry/room-skeleton'
import { ReviewRoom } from '#web/features/room/review-room'
import { roomReviewQuery } from '#web/features/room/state/room-data'
import { ApiError, isOver, isPassing } from '#web/lib/api-error'
import { keepAnswer, reviewAddress } from '#web/lib/cached-answers'
import { dropFirstDesign, takeFirstView } from '#web/lib/first-view'
import { useSession } from '#web/lib/session'
import { forgetShareToken, rememberShareToken, shareTokenOf } from '#web/lib/share-token'
import { LatePage } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { useWindowTitle } from '#web/ui/use-window-title'

const EntryProblem = lazily(
  () => import('#web/features/room/entry/entry-problem').then((entry) => entry.EntryProblem),
  (late) => <LatePage late={late} />,
)

// Visitors have no palette.
const ReviewCommands = lazily(
  () => import('#web/features/reviews/components/review-commands').then((part) => part.ReviewCommands),
  () => null,
)

export function ReviewPage() {
  const { id = '' } = useParams()
  return <ReviewOf key={id} id={id} />
}

const isDead = (status: number | null) => status === 404 || status === 410

function ReviewOf({ id }: { id: string }) {
  useEntry(id)
  const { data, error, failureReason, refetch, isFetching } = useQuery(roomReviewQuery(id))
  // Only for running tries: a key can load the review besides the query.
  const [waited, setWaited] = useState<Error | null>(null)
  const trouble = useTrouble(error ?? waited ?? (isFetching ? failureReason : null), data !== undefined)
  const lookAgain = () => {
    setWaited(error)
    void refetch().finally(() => setWaited(null))
  }
  const identity = useIdentity()
  const status = error instanceof ApiError ? error.status : null

  // The answer dropped an expired token; without it the review may be readable.
  useEffect(() => {
    if (status === 401) void refetch()
  }, [status, refetch, identity])

  // An earlier share token may have ended, while the link or address just opened is valid.
  const code = useSearchParams()[0].get('share')
  useEffect(() => {
    if (!error) return
    dropFirstDesign()
    const proof = shareTokenOf(id)
    if (code ? proof === code : proof === undefined || !isDead(status)) return
    if (code) rememberShareToken(id, code)
    else forgetShareToken(id)
    void refetch()
  }, [error, status, code, id, refetch])
  useEffect(() => dropFirstDesign, [])

  const isClosed = trouble !== null && (!data || isOver(trouble))
  useWindowTitle(isClosed ? undefined : data?.review.name)

  if (isClosed) {
    return (
      <Suspense fallback={<RoomSkeleton />}>
        <EntryProblem
          error={trouble}
          reviewId={id}
          wasOpen={data !== undefined}
          onRetry={() => void refetch()}
          isRetrying={isFetching && !failureReason}
          onLookAgain={lookAgain}
        />
      </Suspense>
    )
  }
  if (!data) return <RoomSkeleton />
  return (
    <>
      <ReviewRoom page={data} />
      {identity && (
        <Suspense>
          <ReviewCommands review={data.review} />
        </Suspense>
      )}
    </>
  )
}

/** Why the review does not open: from the first failure until a later try succeeds or fails differently. */
function useTrouble(now: Error | null, isThere: boolean): Error | null {
  const [last, setLast] = useState<Error | null>(null)
  const passing = isPassing(now) ? now : null
  const next = isThere || (now && !passing) ? null : (passing ?? last)
  if (next !== last) setLast(next)
  return now ?? next
}

/** Before any request: stores the link's code, and takes the page's first view. */
function useEntry(id: string): void {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const identity = useIdentity()
  useState(() => {
    const code = search.get('share')
    if (code && !shareTokenOf(id)) rememberShareToken(id, code)
    const firstView = takeFirstView<ReviewPageData>(id)
    // It was made for a visitor; others see it at once and then fetch again.
    const updatedAt = identity ? 1 : Date.now()
    if (firstView) client.setQueryData(reviewKeys.page(id), firstView, { updatedAt })
    // It is not fetched again, so it is cached here for offline visits.
    if (firstView && !identity) keepAnswer(reviewAddress(id), shareTokenOf(id), { result: firstView })
    if (firstView && identity) void client.invalidateQueries({ queryKey: reviewKeys.page(id) })
  })
}

function useIdentity(): string | null {
  const { token, guest } = useSession()
  return token ?? guest?.accessToken ?? null
}
