import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Shorter than a browser's own long press, which starts a drag. */
const pressMs = 400
const slackPx = 10

/** A resting finger selects. The click that follows is ignored, wherever it lands. */
export function useLongPress(onPress: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  const isOver = useRef(false)
  const end = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      end()
      isOver.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        isOver.current = true
        swallowClick()
        onPress()
      }, pressMs)
      press.current = { x, y, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > slackPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (press.current || isOver.current) event.preventDefault()
    },
  }
}

/** The element under the finger may have moved by then. */
function swallowClick(): void {
  const stop = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, signal: stop.signal })
  window.addEventListener('pointerdown', () => stop.abort(), { capture: true, signal: stop.signal })
}
