import { formatAge } from '#web/lib/format'
import { createValue, useStore } from '#web/lib/store'

const minuteMs = 60_000

// One clock for all times on the page.
const clock = createValue(Date.now())
setInterval(() => clock.dispatch(Date.now()), minuteMs)

/** Short time since, updated by itself. */
export function TimeAgo({ iso }: { iso: string }) {
  const words = useStore(clock, (now) => formatAge(iso, Math.max(now, Date.parse(iso))))
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString()}>
      {words}
    </time>
  )
}
