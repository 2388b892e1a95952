import type { Marker } from '@wingmark/contract/comments'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useCrosshair } from '#web/features/room/stage/use-crosshair'

/** Takes keys before those of comparing while a crosshair is on. */
export type Aiming = RefObject<((event: KeyboardEvent) => void) | null>

type Props = {
  stage: RefObject<HTMLElement | null>
  page: number
  mayStart: () => boolean
  begin: (marker: Marker) => void
  aiming: Aiming
}

/** The crosshair on one side; it ends when the stage loses the focus or is clicked. */
export function useSideCrosshair({ stage, page, mayStart, begin, aiming }: Props) {
  const keys = useCrosshair({
    ...{ stage, page, mayStart, mayMeasure: false },
    choose(marker) {
      begin(marker)
      return false
    },
  })
  const { crosshair } = keys
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => keys.onKeyDown(event))
  const stop = useEffectEvent(() => keys.stop())
  const isOn = crosshair !== null
  useEffect(() => {
    const element = stage.current
    if (!isOn || !element) return
    aiming.current = (event) => {
      if (event.target === element) onKeyDown(event)
    }
    const listening = new AbortController()
    element.addEventListener('blur', () => stop(), { signal: listening.signal })
    element.addEventListener('pointerdown', () => stop(), { signal: listening.signal })
    return () => {
      aiming.current = null
      listening.abort()
    }
  }, [isOn, stage, aiming])
  return keys
}
