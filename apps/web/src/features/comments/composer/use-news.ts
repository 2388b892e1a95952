import { useEffect, useRef, useState } from 'react'
import { newsOf } from '#web/features/comments/composer/attachment-news'
import type { Attached } from '#web/features/comments/composer/compose-state'

/** What a live region says of the files: a region is silent about what it begins with, so all comes after. */
export function useNews(attached: readonly Attached[]): string {
  const [news, setNews] = useState('')
  const told = useRef(attached.filter((one) => one.state === 'ready'))
  useEffect(() => {
    const next = newsOf(told.current, attached)
    told.current = [...attached]
    if (next !== null) setNews(next)
  }, [attached])
  return news
}
