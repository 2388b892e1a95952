import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useReviewData } from '#web/features/room/state/room-data'
import { requestShare } from '#web/lib/share-request'

/** `?people`, as a notice that somebody asks for access has it, opens the people of the review once. */
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
