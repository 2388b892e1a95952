import { focusHeading } from './focus-heading.ts'

/** What a dialog is opened with. A menu is gone when the dialog closes: then it is the button that opened the menu. */
export function focusedOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}

/** Back to the opener, or to the page's heading where the opener is gone. */
export function giveFocusBack(opener: HTMLElement | null): void {
  if (opener?.isConnected) opener.focus({ preventScroll: true })
  else focusHeading()
}
