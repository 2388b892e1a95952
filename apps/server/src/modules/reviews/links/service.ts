import { shareLinksMax } from '@wingmark/contract/limits'
import type { ShareAccess } from '@wingmark/contract/reviews'
import {
  type CreateShareLinkBody,
  firstLinkStays,
  type ShareLink,
  type ShareLinkChange,
} from '@wingmark/contract/share-links'
import { v7 as uuid } from 'uuid'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canShareReview } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, wakeSubject } from '#server/modules/events/service'
import { presentLink } from '#server/modules/reviews/links/present'
import {
  deleteLink,
  insertLink,
  type LinkChange,
  type LinkRow,
  listLinks,
  lockLink,
  updateLink,
} from '#server/modules/reviews/links/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'
import { randomKey } from '#server/platform/tokens'

type UserCaller = Caller & { actor: UserActor }

export async function listShareLinks(deps: Deps, caller: Caller, reviewId: string): Promise<ShareLink[]> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  return (await listLinks(deps.db, reviewId)).map((link) => presentLink(deps, link))
}

export async function createShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  body: CreateShareLinkBody,
  idempotencyKey: string | null,
): Promise<ShareLink> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const { actor } = caller
  const id = uuid()
  const change = await columnsOf(body)
  const madeId = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    const link = { ...change, id, reviewId, name: body.name, code: randomKey() }
    if (!(await insertLink(tx, link, shareLinksMax))) {
      throw invalidFields({ name: `A review can have at most ${shareLinksMax} links.` })
    }
    await recordActivity(tx, { subject: ofReview(reviewId), actor, action: 'LINK_ADDED', link: id })
    return id
  })
  return presentOne(deps, reviewId, madeId)
}

export async function changeShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string,
  change: ShareLinkChange,
): Promise<ShareLink> {
  await changeLink(deps, caller, reviewId, linkId, change)
  return presentOne(deps, reviewId, linkId)
}

/** `linkId` null: the first link. What the change takes away ends at once, for those who came by this link only. */
export async function changeLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string | null,
  change: ShareLinkChange,
): Promise<void> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const columns = await columnsOf(change)
  await deps.db.orm.transaction(async (tx) => {
    const before = await lockLink(tx, reviewId, linkId)
    if (!before) throw notFound()
    await updateLink(tx, before.id, columns, { endsOld: takesAway(before, change) })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    const { actor } = caller
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: change.rotate ? 'LINK_ROTATED' : 'LINK_CHANGED',
      link: before.id,
      ...(change.access ? { before: before.access, after: change.access } : {}),
    })
  })
  wakeSubject(deps, ofReview(reviewId))
}

export async function deleteShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string,
): Promise<void> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  await deps.db.orm.transaction(async (tx) => {
    const link = await lockLink(tx, reviewId, linkId)
    if (!link) throw notFound()
    if (link.isDefault) throw new DomainError('CONFLICT', { message: firstLinkStays })
    // Recorded while the link is still there to be named.
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor: caller.actor,
      action: 'LINK_REMOVED',
      link: linkId,
    })
    await deleteLink(tx, linkId)
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
  })
  wakeSubject(deps, ofReview(reviewId))
}

async function presentOne(deps: Deps, reviewId: string, linkId: string): Promise<ShareLink> {
  const link = (await listLinks(deps.db, reviewId)).find((one) => one.id === linkId)
  if (!link) throw notFound()
  return presentLink(deps, link)
}

async function columnsOf(change: Partial<ShareLinkChange>): Promise<LinkChange> {
  const { name, access, allowDownload, expiresAt } = change
  // An empty key means none, as null does.
  const accessKeyHash = change.accessKey ? await hashPassword(change.accessKey) : null
  return {
    ...(name === undefined ? {} : { name }),
    ...(access === undefined ? {} : { access }),
    ...(allowDownload === undefined ? {} : { allowDownload }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(change.accessKey === undefined ? {} : { accessKeyHash }),
    ...(change.rotate ? { code: randomKey() } : {}),
  }
}

const allows: Record<ShareAccess, number> = { NONE: 0, VIEW: 1, COMMENT: 2, EDIT: 3 }

/** True when somebody could lose something by the change; then all that was given out before ends. */
function takesAway(before: LinkRow, change: ShareLinkChange): boolean {
  const isLower = change.access !== undefined && allows[change.access] < allows[before.access]
  const endsDownloads = change.allowDownload === false && before.allowDownload
  const isSooner =
    Boolean(change.expiresAt) &&
    (before.expiresAt === null || new Date(change.expiresAt ?? 0) < before.expiresAt)
  return isLower || endsDownloads || isSooner || Boolean(change.rotate || change.accessKey)
}
