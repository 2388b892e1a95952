import type { Comment, CreateCommentBody } from '@wingmark/contract/comments'
import { v7 as uuid } from 'uuid'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import {
  canComment,
  canEditReview,
  mayReadEarlierVersions,
  type ReviewAccess,
} from '#server/modules/access/policy'
import { requireAbility, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import {
  attachmentsMissing,
  distinct,
  findMade,
  mentionsUnknown,
  noSuchPage,
  writerOf,
} from '#server/modules/comments/content/service'
import { findVersion, insertComment } from '#server/modules/comments/create/store'
import { inviteMentioned } from '#server/modules/comments/mentionable/service'
import { presentComment } from '#server/modules/comments/present'
import { parseComment } from '#server/modules/comments/service'
import { findComments } from '#server/modules/comments/store'
import { signalInboxes, signalSubject } from '#server/modules/events/service'
import { DomainError, notFound } from '#server/platform/domain-error'

/** A file that gets a version is briefly missing. */
const mostTries = 5

/** Idempotent by key. Throws NOT_FOUND, FORBIDDEN, INVALID_FIELDS for missing files, mentions or pages. */
export async function createComment(
  deps: Deps,
  caller: WriterCaller,
  body: CreateCommentBody,
  key: string | null,
): Promise<Comment> {
  const { actor } = caller
  const mayWrite = body.finding === undefined ? canComment : canEditReview
  const access = await requireAbility(deps, caller, { file: body.file }, mayWrite)
  await deps.limits.consumeWord(actor.id, access.reviewId)
  if (body.version !== undefined && !mayReadEarlierVersions(access)) await requireCurrent(deps, body)
  const made = await make(deps, actor, access, body, key)
  return presentComment(deps, parseComment(made), access, actor)
}

async function make(
  deps: Deps,
  actor: WriterActor,
  access: ReviewAccess,
  body: CreateCommentBody,
  key: string | null,
  tries = mostTries,
): Promise<string> {
  const id = uuid()
  const outcome = await insertComment(deps.db, {
    id,
    review: access.reviewId,
    file: body.file,
    version: body.version ?? null,
    type: body.type,
    marker: body.type === 'MARKED' ? (body.marker ?? null) : null,
    message: body.message,
    files: distinct(body.files),
    mentions: distinct(body.mentions),
    ...writerOf(actor),
    link: access.link?.id ?? null,
    actor: actor.id,
    authorName: actor.name,
    key,
    finding: body.finding ?? null,
  })
  if (outcome?.item) {
    signalSubject(deps, ofReview(access.reviewId))
    signalInboxes(deps, outcome.notified)
    return outcome.item
  }
  const earlier = await findMade(deps, { actor, key, parent: body.file }, findComments)
  if (earlier !== null) return earlier
  if (!outcome && tries > 1) return make(deps, actor, access, body, key, tries - 1)
  if (!outcome) throw body.version === undefined ? notFound() : await versionGone(deps, body.file)
  if (!outcome.hasPage) throw noSuchPage(outcome.pages)
  if (!outcome.hasFinding)
    throw new DomainError('CONFLICT', {
      message: 'This finding was already published or replaced by a newer check.',
    })
  if (!outcome.hasFiles) throw attachmentsMissing()
  // Once invited, everyone can be mentioned.
  if (await inviteMentioned(deps, actor, access, body.mentions)) return make(deps, actor, access, body, key)
  throw mentionsUnknown()
}

async function requireCurrent(deps: Deps, { file, version }: CreateCommentBody): Promise<void> {
  const current = await findVersion(deps.db, file)
  if (current !== null && current !== version) throw new DomainError('VERSION_CHANGED', { version: current })
}

async function versionGone(deps: Deps, file: string): Promise<DomainError> {
  const version = await findVersion(deps.db, file)
  return version === null ? notFound() : new DomainError('VERSION_CHANGED', { version })
}
