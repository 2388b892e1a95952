import { readStored, writeStored } from '#web/lib/browser-storage'
import { createValue, useStore } from '#web/lib/store'

const key = 'wingmark.notifications-seen'
const seen = createValue(read())

/** Whether something newer has arrived than was seen on this device. */
export function useHasUnseen(newest: string | undefined): boolean {
  const last = useStore(seen, (at) => at)
  return newest !== undefined && newest > last
}

export function markSeen(newest: string | undefined): void {
  // The newest unread one can be older than the seen ones.
  if (newest === undefined || newest <= read()) return
  if (writeStored(key, newest)) seen.dispatch(newest)
}

function read(): string {
  return readStored(key) ?? ''
}

// Seen in another tab.
window.addEventListener('storage', () => seen.dispatch(read()))
