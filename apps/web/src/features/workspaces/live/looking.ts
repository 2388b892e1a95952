import { lookAtWorkspace } from '@wingmark/contract/workspaces'
import { call } from '#web/lib/api'

/** Arrivals in view count as seen, reported together. */
const gatherMs = 2_000

/** Marks a workspace as seen while its page is visible: `heard` after news, `stop` on leaving. */
export function startLooking(id: string, onLooked: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    // A failed call only leaves it marked as new.
    void call(lookAtWorkspace, { params: { id } }).then(onLooked, () => {})
  }
  look()
  document.addEventListener('visibilitychange', look)
  return {
    heard: () => {
      timer ??= setTimeout(look, gatherMs)
    },
    stop: () => {
      document.removeEventListener('visibilitychange', look)
      if (timer !== undefined) look()
    },
  }
}
