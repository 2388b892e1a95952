import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useReviewData } from '#web/features/room/state/room-data'

/** While the plain address is closed, sharers find the link that opens the review for others in the address bar. */
export function useCodeInAddress(): void {
  const { review } = useReviewData()
  const [search, setSearch] = useSearchParams()
  const { share, visibility, can } = review
  const isNeeded = visibility === 'UNLISTED' && share.plainAddress === false && share.access !== 'NONE'
  const code = (isNeeded && share.shareCode) || null
  const shown = search.get('share')
  useEffect(() => {
    if (!can.share || shown === code) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (code === null) next.delete('share')
        else next.set('share', code)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [can.share, code, shown, setSearch])
}
