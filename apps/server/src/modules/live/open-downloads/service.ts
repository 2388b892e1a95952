import type { Deps } from '#server/deps'
import { onHint } from '#server/modules/events/service'

/** Asks anew about files on their way once what they hang on has news; answers what ends it. */
export function watchOpenDownloads(deps: Deps): () => void {
  const { openDownloads } = deps.memory
  return onHint(deps, (hint) => {
    if (hint.kind === 'user') openDownloads.doubt(hint.id)
    if (hint.kind === 'subject') openDownloads.doubt(hint.subject._id)
    if (hint.kind === 'all') openDownloads.doubt(null)
  })
}
