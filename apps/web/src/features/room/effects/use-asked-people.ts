import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useReviewData } from '#web/features/room/state/room-data'
import { requestShare } from '#web/lib/share-request'

/** `?people`, from notifications about access requests, opens the review's people once. */
export function useAskedPeople(): void {
  const { review } = useReviewData()
  const [search, setSearch] = useSearchParams()
  const isAsked = search.has('people')
  const open = useEffectEvent(() => {
    if (review.role !== null) requestShare(review, true)
    const without = (before: URLSearchParams) => {
      const next = new URLSearchParams(before)
      next.delete('people')
      return next
    }
    setSearch(without, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (isAsked) open()
  }, [isAsked])
}
