import { type ChangeDeliveryBody, type DeliveryLink, deliveryMessages } from '@wingmark/contract/deliveries'
import { deliveryLinksMax, invitedAtOnceMax } from '@wingmark/contract/limits'
import type { ShareLinkChange } from '@wingmark/contract/share-links'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { requireSent } from '#server/modules/access/deliveries/service'
import { forgiveKeyTries, listKeyTries, type UserCaller } from '#server/modules/access/service'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { sendOut } from '#server/modules/deliveries/emails/service'
import {
  findFirstKey,
  insertLinks,
  listLinks,
  lockLinks,
  type SentLink,
} from '#server/modules/deliveries/links/store'
import { presentLink } from '#server/modules/deliveries/present'
import { lockDelivery } from '#server/modules/deliveries/store'
import { addEvent, signalInboxes, signalSubject } from '#server/modules/events/service'
import { columnsOf, deleteLink, takesAway, updateLink } from '#server/modules/reviews/links/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { randomKey } from '#server/platform/tokens'

type Change = Omit<ShareLinkChange, 'access'> & { access?: 'NONE' | 'VIEW' | undefined }

export async function listDeliveryLinks(deps: Deps, id: string): Promise<DeliveryLink[]> {
  const rows = await listLinks.rows(deps.db.pool, { id })
  const tries = await listKeyTries(
    deps,
    rows.map((link) => link.id),
  )
  return rows.map((link) => presentLink(deps, link, tries))
}

/** Counts emailed addresses. Throws RATE_LIMITED. */
export async function countRecipients(deps: Deps, user: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  if (emails.length > invitedAtOnceMax) {
    const message = `You can send files to at most ${invitedAtOnceMax} people at once.`
    throw new DomainError('RATE_LIMITED', { message, retryAfterSeconds: 3_600 })
  }
  await deps.limits.consume({ recipientsByUser: user }, emails.length)
  await Promise.all(emails.map((email) => deps.limits.consume({ deliveriesByRecipient: email })))
}

type Terms = { expiresAt: Date | null; accessKeyHash: string | null }

/** Adds a link for each address without one; the delivery is locked. Throws INVALID_FIELDS for too many. */
export async function addRecipients(
  tx: Transaction,
  deliveryId: string,
  emails: readonly string[],
  { terms, have }: { terms: Terms; have: readonly Pick<SentLink, 'email'>[] },
): Promise<string[]> {
  const known = new Set(have.map((link) => link.email))
  const fresh = [...new Set(emails)].filter((email) => !known.has(email))
  requireBelowLimit(have.length + fresh.length, 'recipients')
  const links = fresh.map((email) => ({ ...newLink(deliveryId), ...terms, name: email, email }))
  await insertLinks(tx, links)
  return links.map((link) => link.id)
}

export const newLink = (deliveryId: string) => ({
  id: uuid(),
  deliveryId,
  code: randomKey(),
  access: 'VIEW' as const,
  isDefault: false,
})

function requireBelowLimit(count: number, field: string): void {
  if (count > deliveryLinksMax) throw invalidFields({ [field]: deliveryMessages.tooManyLinks })
}

type Body = Change & { email?: string | undefined }

export async function createLink(
  deps: Deps,
  caller: UserCaller,
  id: string,
  body: Body,
  idempotencyKey: string | null,
): Promise<DeliveryLink> {
  await requireSent(deps, caller, id)
  const { actor } = caller
  const { email } = body
  await deps.limits.consume({ deliveryByUser: actor.id })
  await countRecipients(deps, actor.id, email === undefined ? [] : [email])
  const change = await columnsOf(body)
  const link = { ...newLink(id), name: body.name ?? email ?? 'Link', email: email ?? null }
  const { made, notified } = await deps.db.orm.transaction(async (tx) => {
    const delivery = await lockDelivery.first(tx, { id })
    if (!delivery) throw notFound()
    const claim = { actor: actor.id, key: idempotencyKey, resultId: link.id }
    const earlier = await claimIdempotencyKey(tx, claim)
    if (earlier) return { made: earlier, notified: [] }
    const have = await lockLinks.rows(tx, { id })
    const same = email === undefined ? undefined : have.find((one) => one.email === email)
    if (same) return { made: same.id, notified: [] }
    requireBelowLimit(have.length + 1, 'name')
    const first = have.find((one) => one.isDefault)
    const accessKeyHash = (await findFirstKey.first(tx, { id }))?.hash ?? null
    await insertLinks(tx, [{ ...link, expiresAt: first?.expiresAt ?? null, accessKeyHash, ...change }])
    await recordActivity(tx, { subject: ofDelivery(id), actor, action: 'LINK_ADDED', link: link.id })
    return { made: link.id, notified: delivery.isComplete ? await sendOut(tx, id, actor) : [] }
  })
  signalInboxes(deps, notified)
  return findPresented(deps, id, made)
}

/** Closes or opens these locked links at once. Throws NOT_FOUND. */
export async function setAccess(
  tx: Transaction,
  actor: UserActor,
  links: readonly SentLink[],
  { access, links: ids }: Pick<ChangeDeliveryBody, 'access' | 'links'>,
): Promise<void> {
  if (access === undefined) return
  const meant = ids ? links.filter((link) => ids.includes(link.id)) : links
  if (ids && meant.length !== new Set(ids).size) throw notFound()
  const changed = meant.filter((link) => link.access !== access)
  const [one] = changed
  if (!one) return
  for (const link of changed)
    await updateLink(tx, link.id, { access }, { endsOld: takesAway(link, { access }) })
  await recordActivity(tx, {
    subject: ofDelivery(one.deliveryId),
    actor,
    action: 'LINK_CHANGED',
    after: access,
    before: one.access,
    ...(changed.length === 1 ? { link: one.id } : {}),
  })
}

/** Removed rights end at once for people who came by the link. */
export async function changeLink(
  deps: Deps,
  caller: UserCaller,
  { id, linkId }: { id: string; linkId: string },
  change: Change,
): Promise<DeliveryLink> {
  await requireSent(deps, caller, id)
  const { actor } = caller
  await deps.limits.consume({ deliveryByUser: actor.id })
  requireToCome(change.expiresAt)
  const columns = await columnsOf(change)
  await deps.db.orm.transaction(async (tx) => {
    await lockDelivery.first(tx, { id })
    const before = await lockOne(tx, id, linkId)
    await updateLink(tx, linkId, columns, { endsOld: takesAway(before, change) })
    await recordActivity(tx, {
      subject: ofDelivery(id),
      actor,
      action: change.rotate ? 'LINK_ROTATED' : 'LINK_CHANGED',
      link: linkId,
      ...(change.access ? { before: before.access, after: change.access } : {}),
    })
    await addUpdate(tx, id)
  })
  signalSubject(deps, ofDelivery(id))
  if (change.forgiveTries) await forgiveKeyTries(deps, linkId)
  return findPresented(deps, id, linkId)
}

/** Throws CONFLICT for the first link. */
export async function deleteDeliveryLink(
  deps: Deps,
  caller: UserCaller,
  { id, linkId }: { id: string; linkId: string },
): Promise<void> {
  await requireSent(deps, caller, id)
  const { actor } = caller
  await deps.db.orm.transaction(async (tx) => {
    await lockDelivery.first(tx, { id })
    const { isDefault } = await lockOne(tx, id, linkId)
    if (isDefault) throw new DomainError('CONFLICT', { message: deliveryMessages.firstLinkStays })
    // Recorded before the deletion, while the link has a name.
    await recordActivity(tx, { subject: ofDelivery(id), actor, action: 'LINK_REMOVED', link: linkId })
    await deleteLink(tx, linkId)
    await addUpdate(tx, id)
  })
  signalSubject(deps, ofDelivery(id))
}

export const addUpdate = (tx: Transaction, id: string) =>
  addEvent(tx, ofDelivery(id), { event: 'delivery.updated', targetId: id })

/** Throws INVALID_FIELDS for a past expiry. */
export function requireToCome(expiresAt: string | null | undefined): void {
  if (expiresAt && new Date(expiresAt) <= new Date())
    throw invalidFields({ expiresAt: deliveryMessages.endIsPast })
}

async function lockOne(tx: Transaction, id: string, linkId: string): Promise<SentLink> {
  const link = (await lockLinks.rows(tx, { id })).find((one) => one.id === linkId)
  if (!link) throw notFound()
  return link
}

async function findPresented(deps: Deps, id: string, linkId: string): Promise<DeliveryLink> {
  const link = (await listDeliveryLinks(deps, id)).find((one) => one._id === linkId)
  if (!link) throw notFound()
  return link
}
