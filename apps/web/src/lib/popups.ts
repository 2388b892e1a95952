import { createStore, useStore } from '#web/lib/store'

/** The specification's four; one at a time. */
export type Popup = 'profile' | 'pilot-benefit' | 'pilot-unlocked' | 'commander-success'

type Action = { type: 'open'; popup: Popup } | { type: 'close-all' }

const popups = createStore<Popup | null, Action>(
  (_open, action) => (action.type === 'open' ? action.popup : null),
  null,
)

export const openPopup = (popup: Popup): void => popups.dispatch({ type: 'open', popup })
export const closeAll = (): void => popups.dispatch({ type: 'close-all' })

export function useOpenPopup(): Popup | null {
  return useStore(popups, (open) => open)
}
