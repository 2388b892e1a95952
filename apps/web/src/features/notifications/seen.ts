import { readStored, writeStored } from '#web/lib/browser-storage'
import { createValue, useStore } from '#web/lib/store'

const key = 'wingmark.notifications-seen'
const seen = createValue(read())

/** Whether something newer than what was looked at on this device has arrived. */
export function useHasUnseen(newest: string | undefined): boolean {
  const last = useStore(seen, (at) => at)
  return newest !== undefined && newest > last
}

export function markSeen(newest: string | undefined): void {
  // The newest unread one can be older than what was seen.
  if (newest === undefined || newest <= read()) return
  if (writeStored(key, newest)) seen.dispatch(newest)
}

function read(): string {
  return readStored(key) ?? ''
}

// Looked at in another tab.
window.addEventListener('storage', () => seen.dispatch(read()))
