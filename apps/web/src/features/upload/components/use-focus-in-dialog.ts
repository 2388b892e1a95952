import { type FocusEvent, useEffect, useRef } from 'react'

/** Keeps the focus at hand when what had it is gone: with the card whose button was pressed, else in the dialog. */
export function useFocusInDialog<T extends HTMLElement>(change: unknown) {
  const inside = useRef<T>(null)
  const card = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!change || document.activeElement !== document.body) return
    const near = card.current?.isConnected ? card.current : null
    // Whoever presses the same key again must not throw the file away.
    const button = near?.querySelector<HTMLElement>('button:not([aria-label^="Remove"])')
    const next = button ?? near ?? inside.current?.closest<HTMLElement>('[role="dialog"]')
    next?.focus()
  }, [change])
  const onFocus = (event: FocusEvent) => {
    card.current = event.target.closest('li')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // What is unmounted leaves without a target: then its card is still the place.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) card.current = null
  }
  return [inside, { onFocus, onBlur }] as const
}
