import { createValue, useStore } from '#web/lib/store'

/** The specification's four; one at a time. */
export type Popup = 'profile' | 'pilot-benefit' | 'pilot-unlocked' | 'commander-success'

const popups = createValue<Popup | null>(null)

export const openPopup = (popup: Popup): void => popups.dispatch(popup)
export const closeAll = (): void => popups.dispatch(null)

export function useOpenPopup(): Popup | null {
  return useStore(popups, (open) => open)
}
