import { getComment, getReply } from '@wingmark/contract/comments'
import { getReview } from '@wingmark/contract/reviews'
import { type CommentItem, changeOf } from '#web/features/comments/outbox/comment-changes'
import type { End } from '#web/features/comments/outbox/outbox-state'
import { call } from '#web/lib/api'
import { ApiError, isMissing, missingAsNull } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { isKnownDeleted } from '#web/lib/known-deleted'
import { shareTokenOf } from '#web/lib/share-token'

/** What a refused item lost: its comment, its file or the review. */
export async function findEnd(reviewId: string, item: CommentItem, error: unknown): Promise<End | null> {
  if (isDecided(error))
    return { of: 'part', why: messageForError(error) ?? 'Someone else decided this first.' }
  if (!isMissing(error)) return null
  const { target } = item
  const share = shareTokenOf(reviewId)
  const thing = changeOf(target).messages.thing(target)
  // Not from the cached answers.
  const page = await missingAsNull(call(getReview, { params: { id: reviewId }, share, isShown: true }))
  if (!page) return { of: 'place', why: lostWith(thing, reviewId) }
  const part = (why: string): End => ({ of: 'part', why })
  const isFileThere = page.result.files.some(({ _id }) => _id === target.file)
  if (target.kind === 'comment') return isFileThere ? null : part(`The ${thing} has been removed.`)
  if (!isFileThere) return part(`The ${thing} is gone: its file was removed.`)
  const comment = await missingAsNull(call(getComment, { params: { id: target.comment }, share }))
  if (!comment) return part(`The ${thing} has been deleted.`)
  if (!('reply' in target) || target.reply === null) return null
  const reply = await missingAsNull(call(getReply, { params: { id: target.reply }, share }))
  return reply ? null : part(`The ${thing} has been deleted.`)
}

const isDecided = (error: unknown) => error instanceof ApiError && error.code === 'DECIDED'

const lostWith = (thing: string, reviewId: string) =>
  isKnownDeleted(reviewId)
    ? `The review with the ${thing} was deleted.`
    : `You no longer have access to the review with the ${thing}.`
