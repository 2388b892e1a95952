import { Box } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useStageView } from '#web/features/room/state/stage-view'
import { type Rect, toScreen } from '#web/features/room/state/viewport'
import classes from './compare.module.css'

/** The change that was gone to, on the newer side. */
export function ChangeOutline({ change }: { change: Rect }) {
  const { view } = useStageView()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const follow = () => {
      const { current } = box
      if (!current) return
      const from = toScreen(view.get(), change)
      const to = toScreen(view.get(), { x: change.x + change.width, y: change.y + change.height })
      current.style.transform = `translate(${from.x}px, ${from.y}px)`
      current.style.width = `${to.x - from.x}px`
      current.style.height = `${to.y - from.y}px`
    }
    follow()
    return view.subscribe(follow)
  }, [view, change])
  return <Box ref={box} className={classes.change} aria-hidden data-change />
}
