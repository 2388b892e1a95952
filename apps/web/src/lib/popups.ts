import { createValue, useStore } from '#web/lib/store'

/** The specification's four; one at a time. */
export type Popup = 'profile' | 'pilot-benefit' | 'pilot-unlocked' | 'commander-success'

const popups = createValue<Popup | null>(null)

export const openPopup = (popup: Popup): void => popups.dispatch(popup)
export const closeAll = (): void => popups.dispatch(null)

const askAgainMs = 500

/** As soon as somebody looks at this page and no other dialog is open. Answers how to leave it. */
export function whenNoDialog(work: () => void): () => void {
  const isFree = () =>
    document.visibilityState === 'visible' && document.querySelector('[aria-modal="true"]') === null
  if (isFree()) {
    work()
    return () => {}
  }
  const timer = setInterval(() => {
    if (!isFree()) return
    clearInterval(timer)
    work()
  }, askAgainMs)
  return () => clearInterval(timer)
}

/** The state of the entry of the history that an open popup stands on. */
export const popupEntry = { popup: true }
export const isPopupEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'popup' in state

/** Closes by the person's wish, and leaves the popup's entry; whoever goes on from there replaces it. */
export function dismissPopup(): void {
  closeAll()
  const entry: unknown = window.history.state
  const isOnEntry = typeof entry === 'object' && entry !== null && 'usr' in entry && isPopupEntry(entry.usr)
  if (isOnEntry) window.history.back()
}

export function useOpenPopup(): Popup | null {
  return useStore(popups, (open) => open)
}
