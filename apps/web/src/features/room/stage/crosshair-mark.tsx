import { useLayoutEffect, useRef } from 'react'
import type { Crosshair } from '#web/features/room/stage/crosshair'
import { useStageView } from '#web/features/room/state/stage-view'
import { toScreen } from '#web/features/room/state/viewport'
import classes from './stage.module.css'

/** Two lines over the stage; Enter comments where they cross. */
export function CrosshairMark({ crosshair }: { crosshair: Crosshair }) {
  const { view } = useStageView()
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
