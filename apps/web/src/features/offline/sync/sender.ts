import {
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  editComment,
  editReply,
} from '@wingmark/contract/comments'
import { createReview, updateReview } from '@wingmark/contract/reviews'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { measurePicture } from '#web/lib/picture-size'
import { uploadInTurn } from '#web/lib/upload-in-turn'
import { sendFile } from '#web/lib/upload-tus'
import { patiently } from './patiently.ts'
import { Refused, type Sender } from './send-review.ts'

/** The specification's timeout for a file of an offline review; larger files get the upload engine's. */
const fileMs = 60_000
const largeBytes = 8 * 1_048_576

export const sender: Sender = {
  file: ({ file, purpose, key, reviewId, size }) =>
    patiently(async () => {
      // Opening hundreds of files for it would leave their bytes in memory.
      const dimensions = size ?? (await measurePicture(file))
      const review = reviewId === null ? {} : { review: { id: reviewId, share: undefined } }
      // The timeout counts from its own turn, not from queueing.
      const stored = await uploadInTurn(() =>
        sendFile({
          file,
          purpose,
          dimensions,
          ...review,
          idempotencyKey: key,
          ...(file.size > largeBytes ? {} : { signal: AbortSignal.timeout(fileMs) }),
        }),
      )
      return stored.fileId
    }),
  review: (name, files, key) =>
    patiently(() =>
      makeOrChange(
        async () => (await call(createReview, { body: { name, files }, idempotencyKey: key })).result._id,
        async (id) => (await call(updateReview, { params: { id }, body: { name, files } })).result._id,
      ),
    ),
  addFiles: (id, files) => done(() => call(updateReview, { params: { id }, body: { files } })),
  comment: ({ key, ...body }) =>
    patiently(async () => {
      const { message, files, marker } = body
      const { result } = await makeOrChange(
        () => call(createComment, { body, idempotencyKey: key }),
        (id) => call(editComment, { params: { id }, body: { message, files, ...(marker && { marker }) } }),
      )
      return result._id
    }),
  reply: ({ key, ...body }) =>
    patiently(async () => {
      const { message, files } = body
      const { result } = await makeOrChange(
        () => call(createReply, { body, idempotencyKey: key }),
        (id) => call(editReply, { params: { id }, body: { message, files } }),
      )
      return result._id
    }),
  edit: (kind, id, body) =>
    done(() => call(kind === 'comment' ? editComment : editReply, { params: { id }, body })),
  async remove(id) {
    // It is either; the other is missing, which is not a failure.
    await done(() => call(deleteReply, { params: { id } }))
    await done(() => call(deleteComment, { params: { id } }))
  },
}

async function done(work: () => Promise<unknown>): Promise<void> {
  await patiently(work).catch((error: unknown) => {
    // Deleted or closed at the server: there is nothing to update.
    if (!(error instanceof Refused)) throw error
  })
}
