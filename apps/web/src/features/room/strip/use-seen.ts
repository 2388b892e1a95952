import type { File } from '@wingmark/contract/files'
import { useEffect, useState } from 'react'
import { useRoom } from '#web/features/room/state/room-context'
import { keepSeen, markSeen, readSeen, type Seen } from '#web/features/room/strip/seen'

/** What this device has seen of each file; the open one counts as seen while the tab is visible. */
export function useSeen(files: readonly File[], current: File | null): Seen {
  const { reviewId, since } = useRoom()
  const [seen, setSeen] = useState(() => readSeen(reviewId, files, since))
  useEffect(() => {
    const look = () => {
      if (current && document.visibilityState === 'visible') setSeen((before) => markSeen(before, current))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [current])
  useEffect(() => keepSeen(reviewId, seen), [reviewId, seen])
  return seen
}
