import { useLayoutEffect, useRef } from 'react'
import type { Crosshair } from '#web/features/room/stage/crosshair'
import { useRoom } from '#web/features/room/state/room-context'
import { toScreen } from '#web/features/room/state/viewport'
import classes from './stage.module.css'

/** Two lines over the stage; Enter comments where they cross. */
export function CrosshairMark({ crosshair }: { crosshair: Crosshair }) {
  const { view } = useRoom()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const follow = () => {
      const at = toScreen(view.get(), crosshair.at)
      box.current?.style.setProperty('--x', `${at.x}px`)
      box.current?.style.setProperty('--y', `${at.y}px`)
    }
    follow()
    return view.subscribe(follow)
  }, [view, crosshair])
  return <div ref={box} className={classes.crosshair} aria-hidden />
}
