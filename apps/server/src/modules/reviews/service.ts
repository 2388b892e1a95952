import { moveBefore } from '@wingmark/contract/file-order'
import { pageBytesMax, reviewFilesMax } from '@wingmark/contract/limits'
import {
  type CreateReviewBody,
  filesNotFound,
  type listMyReviews,
  type Review,
  type ReviewPage,
  type ReviewSort,
  tooManyFiles,
  type UpdateReviewBody,
} from '@wingmark/contract/reviews'
import type { RouteQuery } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import { noWords, soughtBy } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { pageOf } from '#server/http/pages'
import { canEditReview, decideAccess, isMember, type ReviewAccess } from '#server/modules/access/policy'
import {
  type Caller,
  openShareLink,
  requireAbility,
  requireAccess,
  type UserCaller,
} from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { noteOpening } from '#server/modules/activity/service'
import { listFirstComments } from '#server/modules/comments/service'
import { addEvents, signalSubject } from '#server/modules/events/service'
import { isMeantFor, meantForAnother } from '#server/modules/files/policy'
import { listFilesOfReview } from '#server/modules/files/service'
import { putAway } from '#server/modules/reviews/archive/store'
import { presentReview, shortReviews } from '#server/modules/reviews/present'
import {
  factsOf,
  findReview,
  insertReview,
  listReviews,
  lockFiles,
  lockReviewFiles,
  placeFiles,
  type ReviewFilter,
  type ReviewRow,
  updateReviewRow,
} from '#server/modules/reviews/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { htmlBytes } from '#server/platform/escape-html'
import { unguessableId } from '#server/platform/ids'
import { inTurn } from '#server/platform/run-in-turn'
import { randomKey } from '#server/platform/tokens'

export async function createReview(
  deps: Deps,
  actor: UserActor,
  input: CreateReviewBody,
  idempotencyKey: string | null,
): Promise<Review> {
  await deps.limits.consume({ reviewByUser: actor.id })
  const id = unguessableId()
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    const { name, description = '', commentsUntil = null } = input
    const review = { id, ownerId: actor.id, name, description, commentsUntil }
    await insertReview(tx, review, { first: { id: uuid(), code: randomKey() }, plain: { id: uuid() } })
    await addFiles(deps, tx, actor, { id, wanted: input.files, before: [], takesNew: true })
    return id
  })
  return presentFor(deps, { actor, share: null }, made)
}

/** What a review opens with: the contract's ReviewPage, with comments as JSON text. */
export type ReviewOpening = { head: Omit<ReviewPage, 'comments'>; comments: string }

/** The page's first view: review, files, and the first file's first comments. With `ip` it counts as an opening. */
export async function getReviewPage(
  deps: Deps,
  caller: Caller & { ip?: string },
  id: string,
): Promise<ReviewOpening> {
  const access = await requireAccess(deps, caller, { review: id })
  if (caller.ip !== undefined) noteOpening(deps, { actor: caller.actor, ip: caller.ip, access })
  return anOpening(() => readPage(deps, caller.actor, access))
}

export async function openShare(
  deps: Deps,
  input: Parameters<typeof openShareLink>[1],
): Promise<ReviewOpening & { shareToken: string; deviceToken: string }> {
  const { access, ...tokens } = await openShareLink(deps, input)
  noteOpening(deps, { ...input, access })
  return { ...(await anOpening(() => readPage(deps, input.actor, access))), ...tokens }
}

/** Each takes up to two connections and a megabyte of text, so they take turns. */
const anOpening = inTurn(3)

async function readPage(deps: Deps, actor: Actor, access: ReviewAccess): Promise<ReviewOpening> {
  const readAt = new Date().toISOString()
  const row = await findReview(deps.db, access.reviewId, actor.kind === 'user' ? actor.id : null)
  if (!row) throw notFound()
  const [fileId = null] = row.files
  const firstComments = (bytes: number) => listFirstComments(deps, actor, access, { fileId, bytes })
  const [files, comments] = await Promise.all([listFilesOfReview(deps, access), firstComments(pageBytesMax)])
  const review = presentReview(deps, row, access)
  const head = { _id: row.id, review, files, lastEventId: String(row.eventSeq), readAt }
  const left = pageBytesMax - htmlBytes(head)
  // Few reviews have enough text for a second pass.
  const isTooMuch = comments.length > left || Buffer.byteLength(comments) > left
  return { head, comments: isTooMuch ? await firstComments(left) : comments }
}

export async function listFor(
  deps: Deps,
  actor: Actor,
  filter: ReviewFilter,
  paging: { page: number; limit: number; sort?: ReviewSort | undefined },
) {
  const { page, limit, sort = '-updatedAt' } = paging
  const userId = actor.kind === 'user' ? actor.id : null
  const { rows, total } = await listReviews(deps.db, userId, filter, { page, limit, sort })
  const results = rows.flatMap((row) => {
    const decision = decideAccess(factsOf(row), actor, 'none', new Date())
    return decision.outcome === 'granted' ? [presentReview(deps, row, decision.access)] : []
  })
  return pageOf(shortReviews(results), { page, limit }, total)
}

type ListQuery = RouteQuery<typeof listMyReviews>

export async function listOwn(
  deps: Deps,
  actor: UserActor,
  { word = '', open, visibility, whose, with: other, archived = false, ...paging }: ListQuery,
) {
  const sought = word === '' ? null : await soughtBy(deps.db, word)
  // A search without letters matches nothing.
  if (word !== '' && sought === null) return pageOf([], paging, 0)
  const narrowed = {
    hasOpen: open ?? null,
    visibility: visibility ?? null,
    whose: whose ?? null,
    with: other ?? null,
  }
  return listFor(deps, actor, { mine: actor.id, ...(sought ?? noWords), archived, ...narrowed }, paging)
}

/** For members, each for themselves. */
export async function archiveReview(deps: Deps, caller: UserCaller, id: string, archived: boolean) {
  await requireAbility(deps, caller, { review: id }, isMember)
  await deps.limits.consume({ archiveByUser: caller.actor.id })
  await putAway(deps.db.orm, caller.actor.id, id, archived)
  return { _id: id, archived }
}

export async function updateReview(
  deps: Deps,
  caller: { actor: UserActor; share: string | null },
  id: string,
  input: UpdateReviewBody,
) {
  await requireAbility(deps, caller, { review: id }, canEditReview)
  await deps.limits.consume({ reviewByUser: caller.actor.id })
  const { name, description, commentsUntil, files, takesNew = false, cover: coverId } = input
  await deps.db.orm.transaction(async (tx) => {
    const before = await lockReviewFiles(tx, id)
    if (!before) throw notFound()
    if (coverId && !before.includes(coverId)) throw invalidFields({ cover: filesNotFound })
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(commentsUntil === undefined ? {} : { commentsUntil }),
      ...(coverId === undefined ? {} : { coverId }),
    }
    if (Object.keys(change).length > 0) await updateReviewRow(tx, id, change)
    const fresh = files ? await addFiles(deps, tx, caller.actor, { id, wanted: files, before, takesNew }) : []
    await addEvents(tx, ofReview(id), [
      ...fresh.map((fileId) => ({ event: 'file.added' as const, targetId: fileId })),
      { event: 'review.updated', targetId: id },
    ])
  })
  signalSubject(deps, ofReview(id))
  return { _id: id, review: await presentFor(deps, caller, id) }
}

/** Moves some files; two people who move others at the same time both succeed. */
export async function moveFiles(
  deps: Deps,
  caller: { actor: UserActor; share: string | null },
  id: string,
  input: { files: readonly string[]; before: string | null },
) {
  await requireAbility(deps, caller, { review: id }, canEditReview)
  await deps.limits.consume({ fileOrderByUser: caller.actor.id })
  const moving = input.files.map((file) => file.toLowerCase())
  const { before } = input
  await deps.db.orm.transaction(async (tx) => {
    const ids = await lockReviewFiles(tx, id)
    if (!ids) throw notFound()
    const areThere = [...moving, ...(before === null ? [] : [before])].every((file) => ids.includes(file))
    if (!areThere) throw invalidFields({ files: filesNotFound })
    await placeFiles(tx, id, moveBefore(ids, moving, before))
    await addEvents(tx, ofReview(id), [{ event: 'review.updated', targetId: id }])
  })
  signalSubject(deps, ofReview(id))
  return { _id: id, review: await presentFor(deps, caller, id) }
}

export { presentReview } from '#server/modules/reviews/present'
export { setAiMayRead } from '#server/modules/reviews/store'

/** A review for no particular caller: read once, presented to many. Checks no permission. */
export async function readReview(deps: Deps, id: string): Promise<ReviewRow | null> {
  return findReview(deps.db, id, null)
}

/** Whether AI may read its comments, and its files in order; null if it is gone. */
export async function findAiFacts(
  deps: Deps,
  id: string,
): Promise<{ mayRead: boolean; order: readonly string[] } | null> {
  const row = await findReview(deps.db, id, null)
  return row && { mayRead: row.aiMayRead, order: row.files }
}

/** Presents a review to someone with confirmed access, with their current abilities. */
export async function presentFor(deps: Deps, caller: Caller, id: string): Promise<Review> {
  const access = await requireAccess(deps, caller, { review: id })
  const row = await findReview(deps.db, id, caller.actor.kind === 'user' ? caller.actor.id : null)
  if (!row) throw notFound()
  return presentReview(deps, row, access)
}

/**
 * A complete list also sets the order; otherwise new files go last. Throws INVALID_FIELDS for missing or others'
 * files, CONFLICT.
 */
async function addFiles(
  deps: Deps,
  tx: Transaction,
  actor: UserActor,
  review: { id: string; wanted: readonly string[]; before: readonly string[]; takesNew: boolean },
): Promise<string[]> {
  const { id: reviewId, before, takesNew } = review
  const wanted = review.wanted.map((id) => id.toLowerCase())
  const fresh = wanted.filter((id) => !before.includes(id))
  if (before.length + fresh.length > reviewFilesMax) throw invalidFields({ files: tooManyFiles })
  const found = await lockFiles(tx, fresh)
  const isOwn = found.length === fresh.length && found.every((file) => file.ownerId === actor.id)
  if (!isOwn) throw invalidFields({ files: filesNotFound })
  if (found.some((file) => file.reviewId !== null)) {
    throw new DomainError('CONFLICT', { message: 'One or more files already belong to a review.' })
  }
  if (found.some((file) => !file.isFree)) throw invalidFields({ files: filesNotFound })
  if (found.some(({ target }) => !isMeantFor(reviewId, target, takesNew))) throw meantForAnother()
  const isOrder = before.every((id) => wanted.includes(id))
  await placeFiles(tx, reviewId, isOrder ? wanted : [...before, ...fresh])
  for (const listen of deps.parts.on['review.files-added'])
    await listen(tx, { reviewId, userId: actor.id, files: fresh })
  return fresh
}
