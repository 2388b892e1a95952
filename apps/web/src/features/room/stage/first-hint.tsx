import { CloseButton } from '@mantine/core'
import type { Marker } from '@wingmark/contract/comments'
import { useEffect, useState } from 'react'
import { howToMove } from '#web/features/room/stage/use-moving'
import { useRoomState } from '#web/features/room/state/room-context'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './stage.module.css'

const key = 'wingmark.hint-seen'
const remember = () => writeStored(key, 'seen')

const answerMs = 6_000

/** Shows until the first comment on this device, and again after each useless gesture (`asked` counts). `isHeld`: a long press. */
export function FirstHint({ asked, isHeld }: { asked: number; isHeld: boolean }) {
  const [isShown, setShown] = useState(() => readStored(key) === null)
  const hasMark = useRoomState((state) => state.mark !== null)
  const isPhone = useIsPhone()
  // The sheet leaves little of the design, and the selected pin would be under it.
  const isCovered = useRoomState((state) => state.isSheetOpen) && isPhone
  const [answered, setAnswered] = useState(0)
  const isAnswer = asked > answered
  useEffect(() => {
    const timer = isAnswer ? setTimeout(() => setAnswered(asked), answerMs) : undefined
    return () => clearTimeout(timer)
  }, [isAnswer, asked])
  const dismiss = () => {
    setShown(false)
    setAnswered(asked)
    remember()
  }
  useEffect(() => {
    if (!hasMark) return
    setShown(false)
    setAnswered(asked)
    remember()
  }, [hasMark, asked])
  if (isHeld)
    return (
      <div className={classes.hint} data-over-stage>
        <span className={classes.moveHint}>Now drag over the region</span>
      </div>
    )
  if (!(isShown || isAnswer) || hasMark || (isCovered && !isAnswer)) return null
  return (
    <div className={classes.hint} data-over-stage role={isAnswer ? 'status' : undefined}>
      <span className={classes.hintPin} aria-hidden />
      <span className={classes.hintMouse}>Click anywhere to comment, drag for a region</span>
      <span className={classes.hintTouch}>Tap to comment, hold and drag for a region</span>
      <CloseButton data-touch size="sm" variant="transparent" aria-label="Dismiss hint" onClick={dismiss} />
    </div>
  )
}

/** While keys move a mark. */
export function MoveHint({ marker }: { marker: Marker }) {
  return (
    <div className={classes.hint} data-over-stage>
      <span className={classes.moveHint}>{howToMove(marker)}</span>
    </div>
  )
}
