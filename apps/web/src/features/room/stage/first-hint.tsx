import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRoomState } from '#web/features/room/state/room-context'
import classes from './stage.module.css'

const key = 'wingmark.hint-seen'

/** The only instruction there is, until the first comment is begun on this device. */
export function FirstHint() {
  const [isShown, setShown] = useState(() => localStorage.getItem(key) === null)
  const hasMark = useRoomState((state) => state.mark !== null)
  const dismiss = () => {
    setShown(false)
    localStorage.setItem(key, 'seen')
  }
  useEffect(() => {
    if (hasMark) dismiss()
  }, [hasMark])
  if (!isShown || hasMark) return null
  return (
    <div className={classes.hint} data-over-stage>
      <span className={classes.hintPin} aria-hidden />
      <span className={classes.hintMouse}>Click anywhere to comment, drag for a region</span>
      <span className={classes.hintTouch}>Tap anywhere to comment</span>
      <CloseButton size="sm" variant="transparent" aria-label="Dismiss hint" onClick={dismiss} />
    </div>
  )
}
