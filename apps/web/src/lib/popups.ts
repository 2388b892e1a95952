import { createValue, useStore } from '#web/lib/store'

/** The specification's four; one at a time. */
export type Popup = 'profile' | 'pilot-benefit' | 'pilot-unlocked' | 'commander-success'

const popups = createValue<Popup | null>(null)

export const openPopup = (popup: Popup): void => popups.dispatch(popup)
export const closeAll = (): void => popups.dispatch(null)

const askAgainMs = 500

/** Once the page is visible and no dialog is open. Returns a cancel function. */
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

export function useOpenPopup(): Popup | null {
  return useStore(popups, (open) => open)
}
