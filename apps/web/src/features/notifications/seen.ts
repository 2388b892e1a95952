import { useSyncExternalStore } from 'react'

const key = 'wingmark.notifications-seen'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether something newer than what was looked at on this device has arrived. */
export function useHasUnseen(newest: string | undefined): boolean {
  const seen = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '')
  return newest !== undefined && newest > seen
}

export function markSeen(newest: string | undefined): void {
  if (newest === undefined) return
  try {
    localStorage.setItem(key, newest)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}
