import { useEffect, useState } from 'react'
import { reviewAddress, useKeptAt } from '#web/lib/cached-answers'
import { formatRelativeTime } from '#web/lib/format'
import type { LiveStatus } from '#web/lib/live-connection'
import { useIsOnline } from '#web/ui/use-is-online'
import classes from './connection-notice.module.css'

const patienceMs = 4_000

/** Says that the connection is lost, but not for short interruptions. */
export function ConnectionNotice({ reviewId, status }: { reviewId: string; status: LiveStatus }) {
  const [isLate, setLate] = useState(false)
  const isDown = status === 'waiting' || status === 'connecting'
  useEffect(() => {
    if (!isDown) return setLate(false)
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isDown])
  const isOnline = useIsOnline()
  const keptAt = useKeptAt(reviewAddress(reviewId))
  const age = keptAt === null ? '' : ` Last updated ${formatRelativeTime(new Date(keptAt).toISOString())}.`
  const words = !isOnline
    ? `You’re offline.${age} Your comments are saved and will be sent later.`
    : isLate
      ? `Reconnecting…${age} Your comments are saved.`
      : null
  return (
    <div role="status" data-line-notice className={classes.notice} hidden={words === null}>
      {words}
    </div>
  )
}
