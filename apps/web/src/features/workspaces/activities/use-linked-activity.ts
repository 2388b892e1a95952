import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** So many pages are read to find it. */
const pagesMax = 10

type Given = {
  ids: readonly string[]
  pages: number
  hasMore: boolean
  isReading: boolean
  readMore: () => void
}

/** The activity that the address names is looked for, and shown; answers its id. */
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
