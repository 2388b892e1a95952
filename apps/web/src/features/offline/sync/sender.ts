import {
  createComment,
  createReply,
  deleteComment,
  deleteReply,
  editComment,
  editReply,
} from '@wingmark/contract/comments'
import { createReview, updateReview } from '@wingmark/contract/reviews'
import { bearerToken, call, loseToken } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { backOffMs } from '#web/lib/back-off'
import { messageForError } from '#web/lib/error-toast'
import { measurePicture } from '#web/lib/picture-size'
import { inUploadLine } from '#web/lib/upload-line'
import { UploadError } from '#web/lib/upload-transport'
import { createUploadTransport } from '#web/lib/upload-tus'
import { Interrupted, Refused, type Sender } from './send-review.ts'

/** The specification's time for a file of an offline review; larger ones have the engine's. */
const fileMs = 60_000
const largeBytes = 8 * 1_048_576
const tries = 3
const waitWithoutWordMs = 10_000

const transport = createUploadTransport({ token: bearerToken, refused: loseToken })
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export const sender: Sender = {
  file: ({ file, purpose, key, reviewId, size }) =>
    patiently(async () => {
      // Opening each of hundreds for it would leave their bytes in memory.
      const dimensions = size ?? (await measurePicture(file))
      const review = reviewId === null ? {} : { review: { id: reviewId, share: undefined } }
      // Counted from its own turn, not from when it got into the line.
      const stored = await inUploadLine(() =>
        transport({
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
    patiently(
      async () => (await call(createReview, { body: { name, files }, idempotencyKey: key })).result._id,
    ),
  addFiles: (id, files) => done(() => call(updateReview, { params: { id }, body: { files } })),
  comment: ({ key, ...body }) =>
    patiently(async () => (await call(createComment, { body, idempotencyKey: key })).result._id),
  reply: ({ key, ...body }) =>
    patiently(async () => (await call(createReply, { body, idempotencyKey: key })).result._id),
  edit: (kind, id, body) =>
    done(() => call(kind === 'comment' ? editComment : editReply, { params: { id }, body })),
  async remove(id) {
    // Of the two the one that it is not is missing, which is no failure.
    await done(() => call(deleteReply, { params: { id } }))
    await done(() => call(deleteComment, { params: { id } }))
  },
}

async function done(work: () => Promise<unknown>): Promise<void> {
  await patiently(work).catch((error: unknown) => {
    // Gone or closed at the server: there is nothing to bring up to date.
    if (!(error instanceof Refused)) throw error
  })
}

/** Too many is no failure, it is waited for; a stumble is tried again; the line and the session end the run. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const { status, seconds } = failureOf(error)
      if (status === 429) {
        await wait(seconds === undefined ? waitWithoutWordMs : seconds * 1000)
        attempt -= 1
      } else if (status === 401) throw new Interrupted('session')
      else if (![0, 500, 502, 503, 504].includes(status)) {
        throw new Refused(wordsOf(error), { cause: error })
      } else if (attempt >= tries || !navigator.onLine) throw new Interrupted('line', { cause: error })
      else await wait(backOffMs(attempt + 1))
    }
  }
}

function failureOf(error: unknown): { status: number; seconds?: number | undefined } {
  if (error instanceof ApiError) return { status: error.status, seconds: error.retryAfterSeconds }
  if (!(error instanceof UploadError)) return { status: -1 }
  if (error.reason === 'refused') return { status: error.status ?? 0 }
  return { status: error.reason === 'invalid' ? -1 : 0 }
}

function wordsOf(error: unknown): string {
  if (error instanceof UploadError) return error.message
  return messageForError(error) ?? 'The review, or what this belongs to, is no longer there.'
}
