import type { Deps } from '#server/deps'
import { removeBytes } from '#server/modules/files/delete-blobs/service'
import { addRenderedEvents, signalAll } from '#server/modules/files/rendering/notify'
import { thumbnailName } from '#server/modules/files/rendering/service'
import {
  addDrawJob,
  findBlob,
  lockPlacesOf,
  saveSeconds,
  type ToRender,
} from '#server/modules/files/rendering/store'
import { RenderError } from '#server/platform/media/render-protocol'
import { takeVideoFrame } from '#server/platform/media/video-frame'

/** Gives a video a thumbnail and a length; without ffmpeg it has neither, but still plays. */
export async function drawVideo(deps: Deps, what: ToRender): Promise<void> {
  const { db, storage, renderer } = deps
  const { blobId } = what
  const blob = await findBlob(db, what)
  if (blob?.kind !== 'VIDEO') return
  await addDrawJob(db.orm, 'files:digest', what)
  const [frame, thumbnail] = [storage.temporaryPath(), storage.temporaryPath()]
  try {
    const found = await storage.withLocalFile({ key: blob.storageKey }, (path) =>
      takeVideoFrame(path, blob.mime, frame),
    )
    if (found === null) return
    if (found.hasFrame) {
      await renderer.render({ kind: 'picture', path: frame, svg: false, outputs: { thumbnail } }, 'later')
      await storage.keepDerivative(thumbnail, { key: blob.storageKey, derivative: thumbnailName })
    }
    if (!(await storeLength(deps, blobId, found.seconds))) await removeBytes(deps, [blob.storageKey])
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
  } finally {
    await Promise.all([frame, thumbnail].map((path) => storage.discardTemporary(path)))
  }
}

/** Announces the length to earlier viewers; false once the video is deleted. */
async function storeLength(deps: Deps, blobId: string, seconds: number): Promise<boolean> {
  const news = await deps.db.orm.transaction(async (tx) => {
    await lockPlacesOf(tx, blobId)
    return (await saveSeconds(tx, blobId, seconds)) ? addRenderedEvents(deps, tx, blobId) : null
  })
  if (news) signalAll(deps, news)
  return news !== null
}
