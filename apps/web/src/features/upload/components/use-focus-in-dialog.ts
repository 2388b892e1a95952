import { type FocusEvent, useEffect, useRef } from 'react'

/** When the focused element disappears, focuses its card if its button was pressed, else the dialog. */
export function useFocusInDialog<T extends HTMLElement>(change: unknown) {
  const inside = useRef<T>(null)
  const card = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!change || document.activeElement !== document.body) return
    const near = card.current?.isConnected ? card.current : null
    // Pressing the same key again must not remove the file.
    const button = near?.querySelector<HTMLElement>('button:not([aria-label^="Remove"])')
    const next = button ?? near ?? inside.current?.closest<HTMLElement>('[role="dialog"]')
    next?.focus()
  }, [change])
  const onFocus = (event: FocusEvent) => {
    card.current = event.target.closest('li')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // An unmounted element blurs without a target: its card is still the place.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) card.current = null
  }
  return [inside, { onFocus, onBlur }] as const
}
