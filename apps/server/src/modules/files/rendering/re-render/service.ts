import type { Deps } from '#server/deps'
import { askToRenderAgain, findRenderedBefore } from '#server/modules/files/rendering/re-render/store'
import { drawOnceMore } from '#server/modules/files/rendering/service'
import { findBlob } from '#server/modules/files/rendering/store'
import { firstId } from '#server/platform/ids'

/** Renders one older result again; the old picture stays until the new one is ready. */
export async function renderAgain(deps: Deps, after: string): Promise<void> {
  const blobId = await findRenderedBefore(deps.db, after)
  if (blobId === null) return
  const blob = await findBlob(deps.db, { blobId, renderedFor: null })
  if (blob) await drawOnceMore(deps, blob)
  await askToRenderAgain(deps.db, blobId)
}

export async function startRenderingAgain(deps: Deps): Promise<() => void> {
  await askToRenderAgain(deps.db, firstId)
  return () => {}
}
