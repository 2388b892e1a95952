import { callerHeaders } from '#web/lib/api'

export type Removals = {
  /** Something that is deleted unless undone in time. */
  add: (path: string, commit: () => Promise<void>) => { cancel: () => void; settle: () => void }
  /** Deletes everything that waits; the returned function stops listening. */
  start: () => () => void
}

/** Deletions that wait until their Undo passes, even if the page closes. `shareToken` gives access without membership. */
export function createRemovals(
  shareToken: () => string | undefined = () => undefined,
  isOnDevice = false,
): Removals {
  const waiting = new Map<string, () => Promise<void>>()

  const settle = (path: string) => {
    const commit = waiting.get(path)
    waiting.delete(path)
    if (commit) void commit()
  }

  const sendBeforeEnd = () => {
    const headers = callerHeaders(shareToken())
    for (const path of waiting.keys()) void fetch(path, { method: 'DELETE', headers, keepalive: true })
    waiting.clear()
  }

  return {
    add(path, commit) {
      waiting.set(path, commit)
      return { cancel: () => waiting.delete(path), settle: () => settle(path) }
    },
    start() {
      const settleAll = () => {
        for (const path of [...waiting.keys()]) settle(path)
      }
      // Offline, the commit function stores them.
      const beforeEnd = () => (isOnDevice || !navigator.onLine ? settleAll() : sendBeforeEnd())
      window.addEventListener('pagehide', beforeEnd)
      return () => {
        window.removeEventListener('pagehide', beforeEnd)
        settleAll()
      }
    },
  }
}
