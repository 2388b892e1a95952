import { useEffect, useState } from 'react'
import type { LiveStatus } from '#web/features/room/live/live-connection'
import classes from './line-notice.module.css'

const patienceMs = 4_000

/** Says that the line is down, but not for every short stumble. */
export function LineNotice({ status }: { status: LiveStatus }) {
  const [isLate, setLate] = useState(false)
  const isDown = status === 'waiting' || status === 'connecting'
  useEffect(() => {
    if (!isDown) return setLate(false)
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isDown])
  return (
    <div role="status" className={classes.notice} hidden={!isLate}>
      {isLate && 'Reconnecting… What you write is kept.'}
    </div>
  )
}
