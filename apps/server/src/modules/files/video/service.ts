import type { Deps } from '#server/deps'
import { thumbnailName } from '#server/modules/files/drawing/service'
import { addDrawJob, findBlob } from '#server/modules/files/drawing/store'
import { saveSeconds } from '#server/modules/files/video/store'
import { RenderError } from '#server/platform/media/render-protocol'
import { takeVideoFrame } from '#server/platform/media/video-frame'

/** Gives a video a frame as its thumbnail, and its length; without ffmpeg it has neither, and plays all the same. */
export async function drawVideo(deps: Deps, blobId: string): Promise<void> {
  const { db, storage, renderer } = deps
  const blob = await findBlob(db, blobId)
  if (blob?.kind !== 'VIDEO') return
  await addDrawJob(db.orm, 'files:digest', blobId)
  const [frame, thumbnail] = [storage.temporaryPath(), storage.temporaryPath()]
  try {
    const seconds = await storage.withLocalFile({ key: blob.storageKey }, (path) =>
      takeVideoFrame(path, blob.mime, frame),
    )
    if (seconds === null) return
    await renderer.render({ kind: 'picture', path: frame, svg: false, outputs: { thumbnail } }, 'later')
    await storage.keepDerivative(thumbnail, { key: blob.storageKey, derivative: thumbnailName })
    const isThere = await saveSeconds(db, blobId, seconds)
    if (!isThere) await storage.remove(blob.storageKey)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
  } finally {
    await Promise.all([frame, thumbnail].map((path) => storage.discardTemporary(path)))
  }
}
