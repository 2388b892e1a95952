import { useSyncExternalStore } from 'react'
import { formatRelativeTime } from '#web/lib/format'

const minuteMs = 60_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

// One clock for all times on the page.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Time since, in words; moves on by itself. */
export function TimeAgo({ iso }: { iso: string }) {
  const words = useSyncExternalStore(subscribe, () => formatRelativeTime(iso, Math.max(now, Date.parse(iso))))
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString()}>
      {words}
    </time>
  )
}
