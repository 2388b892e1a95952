import { useEffect, useEffectEvent } from 'react'
import { type CompareCommand, compareCommandOf } from '#web/features/room/compare/compare-keys'
import type { Aiming } from '#web/features/room/compare/use-side-crosshair'
import { isInDialog, isKey, isTyping, ownsArrows } from '#web/lib/keys'

/** A slider is typed into only with arrows. */
const isSlider = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'range'
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']

/** Keys of comparing, after `first` and before those of the room. `run` returns false to leave a key. */
export function useCompareKeys(
  run: (command: CompareCommand, isDown: boolean) => boolean,
  first?: Aiming,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.type === 'keydown') first?.current?.(event)
    if (event.defaultPrevented || isInDialog(target)) return
    if (isSlider(target) ? isKey(event, ...arrows) : isTyping(target)) return
    const command = compareCommandOf(event)
    if (!command || (isKey(event, ...arrows) && ownsArrows(target))) return
    // Only what is held needs to know that it ends.
    const isDown = event.type === 'keydown'
    if (!isDown && command !== 'older') return
    if (isDown && event.repeat && (command === 'older' || command === 'close')) return event.preventDefault()
    if (run(command, isDown)) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    window.addEventListener('keydown', (event) => onKey(event), options)
    window.addEventListener('keyup', (event) => onKey(event), options)
    return () => listening.abort()
  }, [])
}
