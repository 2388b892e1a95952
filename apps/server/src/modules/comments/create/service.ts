import type { Comment, CreateCommentBody } from '@wingmark/contract/comments'
import { v7 as uuid } from 'uuid'
import { findIdempotentResult } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { GuestActor, UserActor } from '#server/http/actor'
import { canComment, type ReviewAccess } from '#server/modules/access/policy'
import { requireAbility } from '#server/modules/access/service'
import {
  attachmentsMissing,
  distinct,
  mentionsUnknown,
  noSuchPage,
  writerOf,
} from '#server/modules/comments/content/service'
import { insertComment } from '#server/modules/comments/create/store'
import { presentComment } from '#server/modules/comments/present'
import { type CommentView, findComments } from '#server/modules/comments/store'
import { wakeReview } from '#server/modules/events/service'
import { DomainError, notFound } from '#server/platform/domain-error'

type WritingCaller = { actor: UserActor | GuestActor; share: string | null }

/**
 * Comments on a file. The same key makes nothing twice and answers as the first call did.
 * Throws NOT_FOUND, FORBIDDEN, INVALID_FIELDS for files, mentions or a page that are not there.
 */
export async function createComment(
  deps: Deps,
  caller: WritingCaller,
  body: CreateCommentBody,
  key: string | null,
): Promise<Comment> {
  const { actor } = caller
  const access = await requireAbility(deps, caller, { file: body.file }, canComment)
  const view = await make(deps, actor, access, body, key)
  return presentComment(deps, view, access, actor)
}

async function make(
  deps: Deps,
  actor: UserActor | GuestActor,
  access: ReviewAccess,
  body: CreateCommentBody,
  key: string | null,
): Promise<CommentView> {
  const id = uuid()
  const outcome = await insertComment(deps.db, {
    id,
    review: access.reviewId,
    file: body.file,
    type: body.type,
    marker: body.type === 'MARKED' ? (body.marker ?? null) : null,
    message: body.message,
    files: distinct(body.files),
    mentions: distinct(body.mentions),
    ...writerOf(actor),
    actor: actor.id,
    authorName: actor.name,
    key,
  })
  if (outcome?.item) {
    wakeReview(deps, access.reviewId)
    return outcome.item
  }
  const earlier =
    outcome?.claimed ??
    (key === null ? null : await findIdempotentResult(deps.db.orm, { actor: actor.id, key }))
  if (earlier) return readMade(deps, access, earlier)
  if (!outcome) throw notFound()
  if (!outcome.hasPage) throw noSuchPage(outcome.pages)
  throw outcome.hasFiles ? mentionsUnknown() : attachmentsMissing()
}

async function readMade(deps: Deps, access: ReviewAccess, id: string): Promise<CommentView> {
  const [view] = await findComments(deps.db, [id])
  if (!view || view.review !== access.reviewId) {
    throw new DomainError('CONFLICT', { message: 'This Idempotency-Key was used for something else.' })
  }
  return view
}
