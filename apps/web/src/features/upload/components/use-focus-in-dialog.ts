import { useEffect, useRef } from 'react'

/** Keeps the focus in the dialog when what had it is gone: a removed card, a Retry that was taken. */
export function useFocusInDialog(change: unknown) {
  const inside = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (change && document.activeElement === document.body) {
      inside.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [change])
  return inside
}
