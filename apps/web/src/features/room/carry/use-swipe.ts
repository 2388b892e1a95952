import { type RefObject, useEffect, useEffectEvent } from 'react'

/** CSS px until a finger's direction is clear, and until a swipe counts. */
const clearPx = 12
const farPx = 96

type Side = 'left' | 'right'
const sideOf = (dx: number): Side | null => (Math.abs(dx) < farPx ? null : dx > 0 ? 'right' : 'left')
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a, input, textarea, video, audio') !== null

/** A finger that moves an element far to one side. The element follows, and names the side in `data-swipe`. */
export function useSwipe(
  place: RefObject<HTMLElement | null>,
  isOn: boolean,
  onSwipe: (side: Side) => void,
): void {
  const swipe = useEffectEvent(onSwipe)
  useEffect(() => {
    const element = place.current
    if (!element || !isOn) return
    let finger: { id: number; x: number; y: number; isSwipe: boolean } | null = null
    const show = (dx: number) => {
      element.style.translate = dx === 0 ? '' : `${dx}px`
      element.dataset.swipe = sideOf(dx) ?? ''
    }
    const end = () => {
      finger = null
      show(0)
    }
    const onDown = ({ pointerType, pointerId: id, clientX: x, clientY: y, target }: PointerEvent) => {
      // A second finger zooms.
      if (finger) end()
      else if (pointerType === 'touch' && !isControl(target)) finger = { id, x, y, isSwipe: false }
    }
    const onMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (finger?.id !== pointerId) return
      const [dx, dy] = [clientX - finger.x, clientY - finger.y]
      if (!finger.isSwipe) {
        if (Math.hypot(dx, dy) < clearPx) return
        if (Math.abs(dx) < 2 * Math.abs(dy)) return end()
        finger.isSwipe = true
        element.setPointerCapture(pointerId)
      }
      show(dx)
    }
    const onUp = ({ pointerId, clientX }: PointerEvent) => {
      if (finger?.id !== pointerId) return
      const side = finger.isSwipe ? sideOf(clientX - finger.x) : null
      end()
      if (side) swipe(side)
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', end, { signal })
    return () => {
      end()
      listening.abort()
    }
  }, [place, isOn])
}
