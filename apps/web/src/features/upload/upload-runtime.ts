import { deleteFile } from '@wingmark/contract/files'
import { createReview, type Review, updateReview } from '@wingmark/contract/reviews'
import { useSyncExternalStore } from 'react'
import { v4 as uuid } from 'uuid'
import { reviewKeys } from '#web/features/reviews/queries'
import { bearerToken, call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { queryClient } from '#web/lib/query-client'
import { dropToken, getSession, subscribeToSession } from '#web/lib/session'
import { shareProofOf } from '#web/lib/share-proof'
import { toastError, toastSuccess } from '#web/lib/toast'
import { createMultipartTransport } from '#web/lib/upload-transport'
import { checkReadable } from './dropped-files.ts'
import { measurePicture } from './picture-size.ts'
import { isUploading, type UploadSession } from './upload-session.ts'
import { createUploadStore } from './upload-store.ts'

/** The one upload queue of this tab; it outlives every page. */
export const uploads = createUploadStore({
  transport: createMultipartTransport({ token: bearerToken, refused: dropToken }),
  newKey: uuid,
  readable: checkReadable,
  measure: measurePicture,
  createReview: ({ name, files, key }) =>
    refreshing(
      call(createReview, { body: { name, files }, idempotencyKey: key }).then(({ result }) => result),
    ),
  renameReview: (id, name) => refreshing(patch(id, { name })),
  addToReview: (id, files) => refreshing(patch(id, { files: [...files] })),
  discardFile: (id) => call(deleteFile, { params: { id } }),
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

// Added only while needed: a page with such a listener is not kept for the back button.
uploads.subscribe(() => {
  if (isUploading(uploads.getSession())) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})

/** Reads one value of the upload session; the component draws again when that value changes. */
export function useUploads<T>(read: (session: UploadSession) => T): T {
  return useSyncExternalStore(uploads.subscribe, () => read(uploads.getSession()))
}

async function patch(id: string, body: { name?: string; files?: string[] }): Promise<Review> {
  const { result } = await call(updateReview, { params: { id }, body, share: shareProofOf(id) })
  return result.review
}

// Instead of loading the page again: its review and every list of reviews are asked for anew.
async function refreshing(change: Promise<Review>): Promise<Review> {
  const review = await change
  void queryClient.invalidateQueries({ queryKey: reviewKeys.page(review._id) })
  void queryClient.invalidateQueries({ queryKey: reviewKeys.lists })
  return review
}

/** The browser shows words of its own; where it shows ours, these. */
export const leaveWarning =
  'Files are currently uploading. Are you sure you want to leave? Your uploads may be interrupted.'

function warn(event: BeforeUnloadEvent): string {
  event.preventDefault()
  event.returnValue = leaveWarning
  return leaveWarning
}
