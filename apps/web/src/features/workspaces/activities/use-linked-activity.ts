import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Reads at most so many pages to find it. */
const pagesMax = 10

type Given = {
  ids: readonly string[]
  pages: number
  hasMore: boolean
  isReading: boolean
  readMore: () => void
}

/** Finds and shows the address's activity; returns its id. */
export function useLinkedActivity({ ids, pages, hasMore, isReading, readMore }: Given): string {
  const wanted = useLocation().hash.slice(1)
  const shown = useRef('')
  const isThere = ids.includes(wanted)
  useEffect(() => {
    if (wanted === '' || shown.current === wanted) return
    if (isThere) {
      document.getElementById(wanted)?.closest('li')?.scrollIntoView({ block: 'center' })
      shown.current = wanted
    } else if (hasMore && !isReading && pages > 0 && pages < pagesMax) readMore()
  })
  return wanted
}
