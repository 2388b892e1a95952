import type { Deps } from '#server/deps'
import { askToDrawAgain, findDrawnBefore } from '#server/modules/files/rendering/again/store'
import { drawOnceMore } from '#server/modules/files/rendering/service'
import { findBlob } from '#server/modules/files/rendering/store'
import { firstId } from '#server/platform/ids'

/** One of what an earlier drawing drew; its picture is there until the new one is. */
export async function drawAgain(deps: Deps, after: string): Promise<void> {
  const blobId = await findDrawnBefore(deps.db, after)
  if (blobId === null) return
  const blob = await findBlob(deps.db, { blobId, drawnFor: null })
  if (blob) await drawOnceMore(deps, blob)
  await askToDrawAgain(deps.db, blobId)
}

export async function startDrawingAgain(deps: Deps): Promise<() => void> {
  await askToDrawAgain(deps.db, firstId)
  return () => {}
}
