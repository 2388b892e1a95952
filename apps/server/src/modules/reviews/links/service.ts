import { shareLinksMax } from '@wingmark/contract/limits'
import type { ShareAccess } from '@wingmark/contract/reviews'
import {
  type CreateShareLinkBody,
  firstLinkStays,
  nobodyJoinsByPlainAddress,
  plainAddressHasNoCode,
  plainAddressStays,
  type ShareLink,
  type ShareLinkChange,
} from '@wingmark/contract/share-links'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canShareReview } from '#server/modules/access/policy'
import {
  type Caller,
  forgiveKeyTries,
  listKeyTries,
  requireAbility,
  type UserCaller,
} from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { presentClosing, presentLink } from '#server/modules/reviews/links/present'
import {
  closePlain,
  deleteLink,
  insertLink,
  type LinkChange,
  type LinkRow,
  listLinks,
  lockLink,
  lockOpenPlain,
  openPlain,
  updateLink,
} from '#server/modules/reviews/links/store'
import { lockReview } from '#server/modules/reviews/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'
import { randomKey } from '#server/platform/tokens'

export { deleteLink, updateLink } from '#server/modules/reviews/links/store'

type Changed = ShareLink & { plainAddressClosed?: true }

export async function listShareLinks(deps: Deps, caller: Caller, reviewId: string): Promise<ShareLink[]> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  return presentLinks(deps, reviewId)
}

async function presentLinks(deps: Deps, reviewId: string): Promise<ShareLink[]> {
  const links = await listLinks(deps.db, reviewId)
  const tries = await listKeyTries(deps, idsOf(links))
  return links.map((link) => presentLink(deps, link, tries))
}

const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id)

export async function createShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  body: CreateShareLinkBody,
  idempotencyKey: string | null,
): Promise<Changed & { shareCode: string }> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const { actor } = caller
  await deps.limits.consume({ reviewByUser: actor.id })
  const id = uuid()
  const code = randomKey()
  const change = await columnsOf(body)
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return { id: earlier, hasClosed: false }
    const letsComment = body.access === undefined || body.access === 'COMMENT' || body.access === 'EDIT'
    const link = { allowDecide: letsComment, ...change, id, reviewId, name: body.name, code }
    if (!(await insertLink(tx, link, shareLinksMax))) {
      throw invalidFields({ name: `A review can have at most ${shareLinksMax} links.` })
    }
    await recordActivity(tx, { subject: ofReview(reviewId), actor, action: 'LINK_ADDED', link: id })
    // Recipients of a stricter link could cut off its code to get the plain address's rights.
    const plain = await lockOpenPlain(tx, reviewId)
    if (!plain || !isStricter(body, plain)) return { id, hasClosed: false }
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return { id, hasClosed: await closePlainAddress(tx, reviewId, actor) }
  })
  if (made.hasClosed) signalSubject(deps, ofReview(reviewId))
  const link = await presentOne(deps, reviewId, made.id)
  return { ...link, shareCode: link.shareCode ?? code, ...presentClosing(made.hasClosed) }
}

export async function changeShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string,
  change: ShareLinkChange,
): Promise<Changed> {
  const hasClosed = await changeLink(deps, caller, reviewId, linkId, change)
  if (change.forgiveTries) await forgiveKeyTries(deps, linkId)
  return { ...(await presentOne(deps, reviewId, linkId)), ...presentClosing(hasClosed) }
}

/** `linkId` null: the first link. Removed rights end at once. Returns whether it closed the plain address. */
export async function changeLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string | null,
  change: ShareLinkChange,
): Promise<boolean> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const { actor } = caller
  await deps.limits.consume({ reviewByUser: actor.id })
  const columns = await columnsOf(change)
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    await lockReview(tx, reviewId)
    const before = await lockLink(tx, reviewId, linkId)
    if (!before) throw notFound()
    const isPlain = before.code === null
    if (isPlain) requireFitForPlain(change)
    const endsOld = takesAway(before, change)
    const kept = isPlain && change.access === 'NONE' ? keptForOpening(before) : {}
    await updateLink(tx, before.id, { ...columns, ...kept }, { endsOld })
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor,
      action: change.rotate ? 'LINK_ROTATED' : 'LINK_CHANGED',
      link: before.id,
      ...(change.access ? { before: before.access, after: change.access } : {}),
    })
    return endsOld && !isPlain && (await closePlainAddress(tx, reviewId, actor))
  })
  signalSubject(deps, ofReview(reviewId))
  return hasClosed
}

/** Call it once the review is locked, so that nobody keeps removed rights by this address. False if already closed. */
export async function closePlainAddress(
  tx: Transaction,
  reviewId: string,
  actor: UserActor,
): Promise<boolean> {
  const closed = await closePlain(tx, reviewId)
  if (!closed) return false
  const { id: link, before } = closed
  const subject = ofReview(reviewId)
  await recordActivity(tx, { subject, actor, action: 'LINK_CHANGED', link, before, after: 'NONE' })
  return true
}

/** Opens the plain address with its former rights, or closes it. */
export async function setPlainAddress(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  isOpen: boolean,
): Promise<void> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const { actor } = caller
  const subject = ofReview(reviewId)
  await deps.db.orm.transaction(async (tx) => {
    await lockReview(tx, reviewId)
    if (isOpen) {
      const opened = await openPlain(tx, reviewId)
      if (!opened) return
      const { id: link, after } = opened
      await recordActivity(tx, { subject, actor, action: 'LINK_CHANGED', link, before: 'NONE', after })
    } else if (!(await closePlainAddress(tx, reviewId, actor))) return
    await addEvent(tx, subject, { event: 'review.updated', targetId: reviewId })
  })
  signalSubject(deps, subject)
}

// It has a fixed name and no code, and makes nobody an editor.
function requireFitForPlain({ rotate, access }: ShareLinkChange): void {
  if (rotate) throw new DomainError('CONFLICT', { message: plainAddressHasNoCode })
  if (access === 'EDIT') throw invalidFields({ access: nobodyJoinsByPlainAddress })
}

const keptForOpening = ({ access }: LinkRow) =>
  access === 'VIEW' || access === 'COMMENT' ? { accessWhenOpen: access } : {}

/** Returns whether it closed the plain address. */
export async function deleteShareLink(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  linkId: string,
): Promise<boolean> {
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  const hasClosed = await deps.db.orm.transaction(async (tx) => {
    await lockReview(tx, reviewId)
    const link = await lockLink(tx, reviewId, linkId)
    if (!link) throw notFound()
    if (link.code === null) throw new DomainError('CONFLICT', { message: plainAddressStays })
    if (link.isDefault) throw new DomainError('CONFLICT', { message: firstLinkStays })
    // Recorded before the deletion, while the link has a name.
    await recordActivity(tx, {
      subject: ofReview(reviewId),
      actor: caller.actor,
      action: 'LINK_REMOVED',
      link: linkId,
    })
    await deleteLink(tx, linkId)
    await addEvent(tx, ofReview(reviewId), { event: 'review.updated', targetId: reviewId })
    return closePlainAddress(tx, reviewId, caller.actor)
  })
  signalSubject(deps, ofReview(reviewId))
  return hasClosed
}

async function presentOne(deps: Deps, reviewId: string, linkId: string): Promise<ShareLink> {
  const link = (await presentLinks(deps, reviewId)).find((one) => one._id === linkId)
  if (!link) throw notFound()
  return link
}

/** A link's columns for a change, for any kind of subject. */
export async function columnsOf(change: Partial<ShareLinkChange>): Promise<LinkChange> {
  const { name, access, allowDownload, onlyCurrent, allowDecide, expiresAt } = change
  // An empty key means none, like null.
  const accessKeyHash = change.accessKey ? await hashPassword(change.accessKey) : null
  return {
    ...(name === undefined ? {} : { name }),
    ...(access === undefined ? {} : { access }),
    ...(allowDownload === undefined ? {} : { allowDownload }),
    ...(onlyCurrent === undefined ? {} : { onlyCurrent }),
    ...(allowDecide === undefined ? {} : { allowDecide }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(change.accessKey === undefined ? {} : { accessKeyHash }),
    ...(change.rotate ? { code: randomKey() } : {}),
  }
}

const allows: Record<ShareAccess, number> = { NONE: 0, VIEW: 1, COMMENT: 2, EDIT: 3 }

/** True if the change reduces anyone's rights; then all earlier tokens end. */
export function takesAway(
  before: Pick<LinkRow, 'access' | 'allowDownload' | 'expiresAt'> & Partial<Pick<LinkRow, 'onlyCurrent'>>,
  change: ShareLinkChange,
): boolean {
  const isLower = change.access !== undefined && allows[change.access] < allows[before.access]
  const endsDownloads = change.allowDownload === false && before.allowDownload
  const hidesVersions = change.onlyCurrent === true && !before.onlyCurrent
  const isSooner =
    Boolean(change.expiresAt) &&
    (before.expiresAt === null || new Date(change.expiresAt ?? 0) < before.expiresAt)
  return isLower || endsDownloads || hidesVersions || isSooner || Boolean(change.rotate || change.accessKey)
}

/** True if a link gives less than the plain address in any respect. */
function isStricter(link: CreateShareLinkBody, plain: LinkRow): boolean {
  const { access = 'COMMENT', allowDownload = true, onlyCurrent = false, accessKey, expiresAt } = link
  const hasKey = Boolean(accessKey) && !plain.hasAccessKey
  const isSooner = expiresAt && (plain.expiresAt === null || new Date(expiresAt) < plain.expiresAt)
  return (
    allows[access] < allows[plain.access] ||
    hasKey ||
    Boolean(isSooner) ||
    (plain.allowDownload && !allowDownload) ||
    (onlyCurrent && !plain.onlyCurrent)
  )
}
