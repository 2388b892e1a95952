import { IconArrowsHorizontal } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { clamp } from '#web/features/room/state/viewport'
import { type Store, useStore } from '#web/lib/store'
import classes from './compare.module.css'

/** After a drag the browser would take the next tap for the end of a fling, and drop it. */
function preventFling(handle: HTMLElement | null) {
  const prevent = (event: TouchEvent) => event.preventDefault()
  handle?.addEventListener('touchmove', prevent, { passive: false })
  return () => handle?.removeEventListener('touchmove', prevent)
}

type Props = { wipe: Store<number, number>; from: string; to: string }

/** The line between both sides; arrows move it too. */
export function WipeHandle({ wipe, from, to }: Props) {
  const line = useRef<HTMLDivElement>(null)
  const percent = useStore(wipe, (at) => Math.round(at * 100))
  const follow = (event: PointerEvent) => {
    const box = line.current?.parentElement?.getBoundingClientRect()
    if (box) wipe.dispatch(clamp((event.clientX - box.left) / box.width, 0, 1))
  }
  return (
    <div ref={line} className={classes.wipe} data-over-stage>
      <div
        ref={preventFling}
        className={classes.handle}
        role="slider"
        tabIndex={0}
        aria-label="Wipe"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} % ${from}, ${100 - percent} % ${to}`}
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
        }}
      >
        <IconArrowsHorizontal size={20} aria-hidden />
      </div>
    </div>
  )
}
