import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps'
import { addJob, type CropToRender, findCrop } from '#server/modules/files/crops/store'
import { withPagePicture } from '#server/modules/files/page-pictures/service'
import { removeIfGone } from '#server/modules/files/rendering/service'
import { reserveDerivedBytes } from '#server/modules/files/rendering/store'
import type { Urgency } from '#server/platform/media/render'
import { RenderError } from '#server/platform/media/render-protocol'
import type { OpenObject } from '#server/platform/storage'

/** Requests a comment's crop, inside the transaction that shows it. */
export const addCropJob = addJob

/** The job; crops that fail are rendered when someone looks. */
export async function drawCrop(deps: Deps, commentId: string): Promise<void> {
  const crop = await findCrop.first(deps.db.pool, { comment: commentId })
  if (!crop || (await deps.storage.has(storedName(crop)))) return
  await draw(deps, crop, 'later')
}

/** Null for comments without a crop, and until the file is rendered. `viewer`: whose rendering turn it takes. */
export async function openCrop(
  deps: Deps,
  key: string,
  commentId: string,
  viewer: string,
): Promise<{ object: OpenObject; mime: string } | null> {
  const crop = await findCrop.first(deps.db.pool, { comment: commentId })
  if (crop?.key !== key) return null
  const mime = 'image/webp'
  const stored = await deps.storage.open(storedName(crop))
  if (stored) return { object: stored, mime }
  const object = await deps.memory.files.pageCache.open(
    `${crop.storageKey}/${crop.name}`,
    viewer,
    (viewers) => draw(deps, crop, { viewers }),
  )
  return object && { object, mime }
}

/** The crop for an email; null if unavailable. Checks no permission. */
export async function unsafeReadCrop(deps: Deps, commentId: string): Promise<Buffer | null> {
  const crop = await findCrop.first(deps.db.pool, { comment: commentId })
  if (!crop) return null
  const stored = await deps.storage.open(storedName(crop))
  return stored ? buffer(stored.stream()) : draw(deps, crop, 'later')
}

const storedName = ({ storageKey, name }: CropToRender) => ({ key: storageKey, derivative: name })

/** Cuts it from the page's preview; stored within the file's share. */
async function draw(deps: Deps, crop: CropToRender, urgency: Urgency): Promise<Buffer | null> {
  const { storage, renderer, db } = deps
  const output = storage.temporaryPath()
  const { marker } = crop
  try {
    const isRendered = await withPagePicture(deps, crop, marker.page, urgency, (path) =>
      renderer.render({ kind: 'crop', path, marker, output }, urgency),
    )
    if (!isRendered) return null
    const bytes = await readFile(output)
    if (await reserveDerivedBytes(db, crop.id, bytes.length))
      await storage.keepDerivative(output, storedName(crop))
    await removeIfGone(deps, crop)
    return bytes
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    deps.log.warn({ blobId: crop.id, failure: error.failure }, 'a comment has no crop')
    return null
  } finally {
    await storage.discardTemporary(output)
  }
}
