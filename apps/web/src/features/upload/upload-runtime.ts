import { deleteFile, getFile } from '@wingmark/contract/files'
import { createReview, type Review, type UpdateReviewBody, updateReview } from '@wingmark/contract/reviews'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import { reviewKeys } from '#web/features/reviews/queries'
import { addVersion, offerToRemove } from '#web/features/versions/queries'
import { call } from '#web/lib/api'
import { ApiError, makeOrChange } from '#web/lib/api-error'
import { drawPicture } from '#web/lib/draw-picture'
import { messageForError } from '#web/lib/error-toast'
import { isAnybodyUploading, warnOnLeaving } from '#web/lib/leave-warning'
import { paths } from '#web/lib/paths'
import { measurePicture } from '#web/lib/picture-size'
import { queryClient } from '#web/lib/query-client'
import { beforeLeaving, getSession, subscribeToSession } from '#web/lib/session'
import { shareTokenOf } from '#web/lib/share-token'
import { useStore } from '#web/lib/store'
import { keepToast, toastError, toastSuccess } from '#web/lib/toast'
import { uploadInTurn } from '#web/lib/upload-in-turn'
import { abandonUpload, sendFile } from '#web/lib/upload-tus'
import { checkReadable } from './dropped-files.ts'
import { reopen } from './file-handles.ts'
import { createSessionKeeper } from './kept-session.ts'
import { isUploading, type UploadSession } from './upload-session.ts'
import { createUploadStore } from './upload-store.ts'
import { filesOfReview } from './versions/files-of-review.ts'

/** This tab's upload queue; it outlives every page. */
export const uploads = createUploadStore({
  transport: (request) => uploadInTurn(() => sendFile(request)).finally(refreshUsage),
  abandon: abandonUpload,
  newKey: uuid,
  readable: checkReadable,
  measure: measurePicture,
  draw: (file) => drawPicture(file),
  keeper: createSessionKeeper('REVIEW'),
  restore: {
    findStored: (fileId) => findThumbnail(fileId),
    reopen: async (kept) => kept.handle && reopen(kept.handle, kept, false),
  },
  askToReopen: async (kept) => kept.handle && reopen(kept.handle, kept, true),
  createReview: ({ key, ...body }) =>
    refreshing(
      makeOrChange(
        async () => (await call(createReview, { body, idempotencyKey: key })).result,
        // Missing files follow like later uploads.
        (id) => patch(id, { name: body.name, commentsUntil: body.commentsUntil ?? null }),
      ),
    ),
  renameReview: (id, name) => refreshing(patch(id, { name })),
  addToReview: (id, files, takesNew) =>
    refreshing(patch(id, { files: [...files], ...(takesNew && { takesNew }) })),
  filesOf: filesOfReview,
  addVersion: ({ of, fileId, ...rest }) => addVersion(queryClient, { id: of, stored: fileId, ...rest }),
  saveVersions: (added) => offerToRemove(queryClient, added),
  discardFile: (id) => call(deleteFile, { params: { id } }).finally(refreshUsage),
  reloadReview(id, words) {
    // A reload would cut off a comment's attachment.
    const isFree = location.pathname === paths.review(id) && !isAnybodyUploading()
    if (isFree && words) keepToast(words)
    if (isFree) location.reload()
    return isFree
  },
  explain: (error) => ({
    message: messageForError(error),
    fields: error instanceof ApiError ? error.errors : {},
  }),
  toastError,
  toastSuccess,
})

subscribeToSession(() => {
  if (getSession().token === null) uploads.halt()
})
beforeLeaving(uploads.leave)

uploads.screens.subscribe(() => warnOnLeaving(uploads, isUploading(uploads.getSession())))

/** Reads one value of the upload session; renders again when it changes. */
export function useUploads<T>(read: (session: UploadSession) => T): T {
  return useStore(uploads.screens, read)
}

const refreshUsage = () => void queryClient.invalidateQueries({ queryKey: accountKeys.usage })

async function findThumbnail(fileId: string): Promise<string | null> {
  try {
    return (await call(getFile, { params: { id: fileId } })).result.thumbnailUrl
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function patch(id: string, body: UpdateReviewBody): Promise<Review> {
  const { result } = await call(updateReview, { params: { id }, body, share: shareTokenOf(id) })
  return result.review
}

// Invalidates the review, and every list of reviews.
async function refreshing(change: Promise<Review>): Promise<Review> {
  const review = await change
  void queryClient.invalidateQueries({ queryKey: reviewKeys.page(review._id) })
  void queryClient.invalidateQueries({ queryKey: reviewKeys.lists })
  return review
}
