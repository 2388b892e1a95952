import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import {
  createPinLayer,
  type DraftMark,
  type PinLayer,
  type StagePin,
} from '#web/features/room/stage/pin-layer'
import type { ShiftedMark } from '#web/features/room/stage/use-moving'
import { useRoomState } from '#web/features/room/state/room-context'
import { useStageView } from '#web/features/room/state/stage-view'
import classes from './stage.module.css'

type Props = {
  layer: RefObject<PinLayer | null>
  pins: readonly StagePin[]
  draft: DraftMark | null
  shifted: ShiftedMark | null
}

/** Hidden from screen readers: the list of comments says the same in words. */
export function PinCanvas({ layer, pins, draft, shifted }: Props) {
  const { view } = useStageView()
  const canvas = useRef<HTMLCanvasElement>(null)
  const selected = useRoomState((state) => state.selected)
  const hovered = useRoomState((state) => state.hovered)
  const scheme = useComputedColorScheme('light')

  useLayoutEffect(() => {
    if (!canvas.current) return
    const made = createPinLayer(canvas.current)
    layer.current = made
    const follow = () => made.setView(view.get())
    follow()
    const stop = view.subscribe(follow)
    return () => {
      stop()
      made.destroy()
      layer.current = null
    }
  }, [view, layer])

  useLayoutEffect(() => layer.current?.setPins(pins), [layer, pins])
  useLayoutEffect(() => layer.current?.setLit({ selected, hovered }), [layer, selected, hovered])
  useLayoutEffect(() => layer.current?.setDraft(draft), [layer, draft])
  useLayoutEffect(() => {
    layer.current?.setShifted(shifted?.id ? { id: shifted.id, marker: shifted.now } : null)
  }, [layer, shifted])
  useEffect(() => {
    const refresh = () => layer.current?.refreshLook()
    refresh()
    // The numbers are drawn once more in the typeface, should it come after them.
    void document.fonts.ready.then(refresh)
  }, [layer, scheme])

  return <canvas ref={canvas} className={classes.pins} aria-hidden />
}
