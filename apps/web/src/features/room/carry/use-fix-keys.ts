import { useEffect, useEffectEvent } from 'react'
import { type FixCommand, fixCommandOf } from '#web/features/room/carry/fix-keys'
import { isKey, isTyping, ownsArrows } from '#web/lib/keys'

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** Keys of the queue, while nobody types. Space belongs to a focused button. */
export function useFixKeys(run: (command: FixCommand) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || isTyping(target)) return
    const command = fixCommandOf(event)
    if (!command || (isKey(event, ...arrows) && ownsArrows(target))) return
    const isOnButton = target instanceof Element && target.closest('button, a') !== null
    if (command === 'blink' && isOnButton) return
    event.preventDefault()
    if (!event.repeat || command === 'next' || command === 'previous') run(command)
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => onKey(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
