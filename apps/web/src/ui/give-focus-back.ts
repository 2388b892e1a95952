import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusHeading } from './focus-heading.ts'

/** The element that opens a dialog; for a menu item, the menu's button, since the menu is gone later. */
export function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}

/** Focuses the opener, or the page's heading if it is gone. */
export function giveFocusBack(opener: HTMLElement | null): void {
  if (opener?.isConnected) opener.focus({ preventScroll: true })
  else focusHeading()
}

/** For components mounted while a dialog is open: unmounting returns the focus to its opener. */
export function useFocusBack(): void {
  const [opener] = useState(focusedOpener)
  useEffect(() => () => giveFocusBack(opener), [opener])
}

/** For a dialog that can be requested from anywhere; null closes it. */
export function useAskedDialog<Asked>(asked: Asked | null) {
  // The last one stays while the dialog fades.
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(() => asked)
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (asked !== null) opener.current = focusedOpener()
  }, [asked])
  const onClosed = () => {
    setShown(null)
    giveFocusBack(opener.current)
  }
  return { shown, opened: asked !== null, onClosed }
}
