import { lookAtWorkspace } from '@wingmark/contract/workspaces'
import { call } from '#web/lib/api'

/** What comes while somebody looks is seen, and said so once for all of it. */
const gatherMs = 2_000

/** Says that a workspace is looked at, as long as its page is in sight: `heard` after news, `stop` once it is left. */
export function startLooking(id: string, onLooked: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    // Without an answer it stays new: that is all that can go wrong.
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
