import type { Deps } from '#server/deps'
import { onHint } from '#server/modules/events/service'

/** Asks anew about files on their way once what they hang on has news; answers what ends it. */
export function watchOpenSends(deps: Deps): () => void {
  const { openSends } = deps.memory
  return onHint(deps, (hint) => {
    if (hint.kind === 'user') openSends.doubt(hint.id)
    if (hint.kind === 'subject') openSends.doubt(hint.subject._id)
    if (hint.kind === 'all') openSends.doubt(null)
  })
}
