import { type FocusEvent, useEffect, useRef } from 'react'

/** Keeps the focus at hand when what had it is gone: with the card whose button was pressed, else in the dialog. */
export function useFocusInDialog<T extends HTMLElement>(change: unknown) {
  const inside = useRef<T>(null)
  const card = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!change || document.activeElement !== document.body) return
    const near = card.current?.isConnected ? card.current.querySelector('button') : null
    const next = near ?? inside.current?.closest<HTMLElement>('[role="dialog"]')
    next?.focus()
  }, [change])
  const onFocus = (event: FocusEvent) => {
    card.current = event.target.closest('li')
  }
  return [inside, onFocus] as const
}
