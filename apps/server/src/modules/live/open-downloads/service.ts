import type { Deps } from '#server/deps'
import { onHint } from '#server/modules/events/service'

/** Checks running downloads again when there is news of what they depend on; returns how to stop. */
export function watchOpenDownloads(deps: Deps): () => void {
  const { openDownloads } = deps.memory
  return onHint(deps, (hint) => {
    if (hint.kind === 'user') openDownloads.doubt(hint.id)
    if (hint.kind === 'subject') openDownloads.doubt(hint.subject._id)
    if (hint.kind === 'all') openDownloads.doubt(null)
  })
}
