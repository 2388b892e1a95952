import type { Deps } from '#server/deps'
import { addReviewEvent, wakeReview } from '#server/modules/events/service'
import { thumbnailName } from '#server/modules/files/drawing/service'
import { addDrawJob, findBlob, lockReviewsOf } from '#server/modules/files/drawing/store'
import { findWhereAttached, saveSeconds } from '#server/modules/files/video/store'
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
    const { seconds, hasFrame } = await storage.withLocalFile({ key: blob.storageKey }, (path) =>
      takeVideoFrame(path, blob.mime, frame),
    )
    if (hasFrame) {
      await renderer.render({ kind: 'picture', path: frame, svg: false, outputs: { thumbnail } }, 'later')
      await storage.keepDerivative(thumbnail, { key: blob.storageKey, derivative: thumbnailName })
    }
    if (seconds === null) return
    if (!(await tellLength(deps, blobId, seconds))) await storage.remove(blob.storageKey)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
  } finally {
    await Promise.all([frame, thumbnail].map((path) => storage.discardTemporary(path)))
  }
}

/** Whoever has the comment before its frame is told; false once the video is deleted. */
async function tellLength(deps: Deps, blobId: string, seconds: number): Promise<boolean> {
  const attached = await deps.db.orm.transaction(async (tx) => {
    await lockReviewsOf(tx, blobId)
    if (!(await saveSeconds(tx, blobId, seconds))) return null
    const places = await findWhereAttached(tx, blobId)
    for (const { reviewId, commentId, replyId, fileId } of places) {
      const event = replyId
        ? { event: 'reply.updated' as const, subjectId: replyId, parentId: commentId }
        : { event: 'comment.updated' as const, subjectId: commentId, parentId: fileId }
      await addReviewEvent(tx, reviewId, event)
    }
    return places
  })
  for (const reviewId of new Set(attached?.map((one) => one.reviewId))) wakeReview(deps, reviewId)
  return attached !== null
}
