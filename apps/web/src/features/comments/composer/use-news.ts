import { useEffect, useRef, useState } from 'react'
import { newsOf } from '#web/features/comments/composer/attachment-news'
import type { Attached } from '#web/features/comments/composer/compose-state'

/** What a live region says about the files. It starts empty, since screen readers do not read initial content. */
export function useNews(attached: readonly Attached[]): string {
  const [news, setNews] = useState('')
  const reported = useRef(attached.filter((one) => one.state === 'ready'))
  useEffect(() => {
    const next = newsOf(reported.current, attached)
    reported.current = [...attached]
    if (next !== null) setNews(next)
  }, [attached])
  return news
}
