import { deliveryMessages } from '@wingmark/contract/deliveries'
import { fetchedWords, receiverWords } from '@wingmark/contract/delivery-facts'
import { claimHours } from '@wingmark/contract/limits'
import { guestWords } from '@wingmark/contract/names'
import type { RouteBody } from '@wingmark/contract/route'
import {
  type downloadTransfers as contract,
  type Transfer,
  transferMessages,
} from '@wingmark/contract/transfers'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { type DeliveryAccess, isSender } from '#server/modules/access/deliveries/policy'
import { requireDelivery } from '#server/modules/access/deliveries/service'
import { linkStamp } from '#server/modules/access/policy'
import type { Caller } from '#server/modules/access/service'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { requestAllSent } from '#server/modules/deliveries/claims/all-sent'
import * as store from '#server/modules/deliveries/claims/store'
import { type Visitor, visitorOf } from '#server/modules/deliveries/claims/visitor'
import { listItems } from '#server/modules/deliveries/contents/store'
import { type EmailFacts, findFacts, notifySender } from '#server/modules/deliveries/emails/store'
import { addUpdate } from '#server/modules/deliveries/links/service'
import { findInside } from '#server/modules/deliveries/recipient/store'
import { lockDelivery } from '#server/modules/deliveries/store'
import { addUserEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { queueEmail } from '#server/modules/mail/service'
import { keepTransfers } from '#server/modules/transfers/copying/service'
import { describeDownload, findDownload, requestDownload } from '#server/modules/transfers/download/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

type Visit = Caller & { ip: string }

export const claimPath = '/transfer/api/v1/claim'

/** A session's own things, or a delivery's by claim. Throws UNAUTHENTICATED, GONE without claims left, like `requireDelivery`. */
export async function requestAny(deps: Deps, visit: Visit, body: RouteBody<typeof contract>) {
  const { actor } = visit
  if (body.delivery !== undefined) return requestOfDelivery(deps, visit, body.delivery, body)
  if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
  const own = await requestDownload(deps, actor, body.items ?? [])
  return { ...own, claim: null }
}

async function requestOfDelivery(
  deps: Deps,
  visit: Visit,
  id: string,
  { items, claim }: Pick<RouteBody<typeof contract>, 'items' | 'claim'>,
) {
  const { actor, ip } = visit
  const access = await requireDelivery(deps, visit, id)
  if (isSender(access) && actor.kind === 'user' && items === undefined)
    return { ...(await requestAllSent(deps, actor, id)), claim: null }
  const ids = await chosenOf(deps, id, items)
  if (isSender(access) && actor.kind === 'user')
    return { ...(await requestDownload(deps, actor, ids)), claim: null }
  const { link, ownerId, epoch } = access
  if (!link) throw notFound()
  await deps.limits.consume({ claimByAddress: ip })
  const title = await titleOf(deps, id, items && ids)
  const { name, size } = await describeDownload(deps, ownerId, ids, title)
  const made = await deps.db.orm.transaction(async (tx) => {
    const same = claim && (await store.findSame.first(tx, { id: claim, link: link.id, items: ids }))
    if (claim && same) return { claim, startedAt: same.startedAt }
    const { id: claimed, startedAt } = await insertClaim(
      tx,
      { visitor: visitorOf(deps, visit), claim: claim ?? null },
      access,
      { ids, what: name, size },
    )
    return { claim: claimed, startedAt }
  })
  const exp = Math.floor(made.startedAt.getTime() / 1000) + claimHours * 3600
  const via = `d-${made.claim}`
  const sig = deps.signer.sign(signedParts(via, linkStamp(link.epoch, epoch), exp))
  const url = `${claimPath}?${new URLSearchParams({ via, exp: String(exp), sig })}`
  return { url, claim: made.claim, name, size, expiresAt: new Date(exp * 1000).toISOString() }
}

/** The zip's name, if the delivery has a title; a part has another name than the whole. */
async function titleOf(deps: Deps, delivery: string, items: readonly string[] | undefined) {
  const { pool } = deps.db
  const title = (await store.findTitle.first(pool, { id: delivery }))?.title
  const counted = title && items && (await store.countFetched.first(pool, { delivery, items }))
  return counted && counted.fetched < counted.total ? `${title}, ${fetchedWords(counted)}` : title
}

const signedParts = (via: string, stamp: string, exp: number) => ['claim', via, stamp, exp]

/** The requested items, all of which must be in the delivery. Throws NOT_FOUND. */
async function chosenOf(
  deps: Deps,
  delivery: string,
  items: readonly string[] | undefined,
): Promise<string[]> {
  if (!items) {
    const all = await listItems.rows(deps.db.pool, { id: delivery })
    if (all.length === 0) throw invalidFields({ items: transferMessages.nothingChosen })
    return all.map((item) => item.id)
  }
  const ids = [...new Set(items)]
  const inside = await findInside.rows(deps.db.pool, { delivery, ids })
  if (inside.length !== ids.length) throw notFound()
  return ids
}

/** In the current visit, or a new one if the sender allows another; parallel claims take turns. */
async function insertClaim(
  tx: Transaction,
  { visitor, claim }: { visitor: Visitor; claim: string | null },
  { deliveryId: delivery, link }: DeliveryAccess,
  { ids, what, size }: { ids: readonly string[]; what: string; size: number },
): Promise<{ id: string; startedAt: Date }> {
  const locked = await lockDelivery.first(tx, { id: delivery })
  if (!locked) throw notFound()
  if (!link) throw notFound()
  const { user, guest, marks } = visitor
  const visit = await store.findVisit.first(tx, { link: link.id, ...visitor, claim, items: ids })
  if (!visit && locked.maxDownloads !== null) {
    const counted = await store.countVisits.first(tx, { delivery, link: link.id })
    if (!counted || counted.finished + counted.pending >= locked.maxDownloads)
      throw new DomainError('GONE', { message: deliveryMessages.usedUp })
  }
  const id = uuid()
  const made = await store.insertClaim.first(tx, {
    id,
    owner: locked.ownerId,
    delivery,
    link: link.id,
    user,
    guest,
    visit: visit?.id ?? null,
    visitor: marks[0] ?? '',
    items: ids,
    what,
    bytes: size,
  })
  return { id, startedAt: made?.startedAt ?? new Date() }
}

type Address = { via: string; exp: string; sig: string }

/** What a claim's address is for, while its link still allows it. Throws NOT_FOUND. */
export async function readClaim(deps: Deps, address: Address): Promise<store.Claim> {
  const claim = await findGood(deps, address)
  if (!claim || Number(address.exp) * 1000 <= Date.now()) throw notFound()
  if (claim.spent === 'OVER') throw notFound()
  return claim
}

/** Closed links, deleted files and reassigned claims end a running download; expiry does not. */
export async function isStillGood(deps: Deps, address: Address): Promise<boolean> {
  const claim = await findGood(deps, address)
  return claim !== null && claim.spent !== 'OVER' && claim.isThere
}

async function findGood(deps: Deps, { via, exp, sig }: Address): Promise<store.Claim | null> {
  const id = via.slice(2)
  if (!via.startsWith('d-') || !isUuid(id) || !/^\d{1,12}$/.test(exp)) return null
  const claim = await store.findClaim.first(deps.db.pool, { id })
  if (!claim) return null
  const stamp = linkStamp(claim.linkEpoch, claim.epoch)
  return deps.signer.verify(signedParts(via, stamp, Number(exp)), sig) ? claim : null
}

export const openClaim = (deps: Deps, { ownerId, items, what }: store.Claim) =>
  findDownload(deps, ownerId, items, { isOwners: false, name: what })

/** After the last byte: counts once, and notifies the sender of each link's first download. Never fails. */
export async function finishClaim(deps: Deps, claim: store.Claim): Promise<void> {
  try {
    const notified = await deps.db.orm.transaction((tx) => countFinished(tx, claim))
    if (notified === null) return
    signalSubject(deps, ofDelivery(claim.deliveryId))
    signalInboxes(deps, notified)
  } catch (error) {
    deps.log.warn({ err: error }, 'a download was not counted')
  }
}

/** Returns who was notified; null if already counted. */
async function countFinished(tx: Transaction, claim: store.Claim): Promise<string[] | null> {
  const { id, deliveryId: delivery, linkId: link, items } = claim
  const locked = await lockDelivery.first(tx, { id: delivery })
  const done = await store.finishClaim.first(tx, { id })
  const facts = await findFacts.first(tx, { delivery, link })
  const counted = await store.countFetched.first(tx, { delivery, items })
  if (!locked || !done || !facts || !counted) return null
  await recordActivity(tx, {
    subject: ofDelivery(delivery),
    actor: actorOf(claim),
    action: 'DOWNLOADED',
    link,
    target: fetchedWords(counted),
  })
  await addUpdate(tx, delivery)
  const isWhole = await completes(tx, claim)
  if (!done.isFirst && !isWhole) return []
  const had = isWhole ? { only: counted.total === 1 ? counted.only : null, fetched: counted.total } : counted
  return notifyOfDownload(tx, claim, facts, {
    what: fetchedWords({ ...counted, ...had }),
    isWhole,
    wantsMail: locked.tellOnDownload,
  })
}

const actorOf = ({ userId, guestId }: store.Claim) => {
  if (userId !== null) return { kind: 'user', id: userId } as const
  return guestId === null ? ({ kind: 'visitor' } as const) : ({ kind: 'guest', id: guestId } as const)
}

/** Whether this link has now, for the first time, downloaded everything. */
async function completes(tx: Transaction, { id, deliveryId: delivery, linkId: link, items }: store.Claim) {
  const had = (await store.findHad.first(tx, { link, claim: id }))?.items ?? []
  const before = await store.countFetched.first(tx, { delivery, items: had })
  if (!before || before.fetched >= before.total) return false
  const after = await store.countFetched.first(tx, { delivery, items: [...had, ...items] })
  return after !== null && after.fetched >= after.total
}

/** Notifies of a link's first download and of the complete one, under the name that the record uses. */
async function notifyOfDownload(
  tx: Transaction,
  { deliveryId, linkId, userId, guestId }: store.Claim,
  { title, linkName, linkEmail }: EmailFacts,
  { what, isWhole, wantsMail }: { what: string; isWhole: boolean; wantsMail: boolean },
): Promise<string[]> {
  const who = userId ?? guestId
  const isGuest = userId === null && guestId !== null
  const name = who === null ? null : ((await store.findName.first(tx, { id: who }))?.name ?? null)
  if (wantsMail)
    await queueEmail(tx, {
      letter: 'deliveries:downloaded',
      facts: { deliveryId, linkId, what, isWhole, name: isGuest && name ? guestWords(name) : (name ?? '') },
      key: `downloaded ${linkId}${isWhole ? ' whole' : ''}`,
    })
  const notified = await notifySender.rows(tx, {
    delivery: deliveryId,
    action: 'TRANSFER_DOWNLOADED',
    title: isWhole ? `“${title}” was downloaded` : `Downloaded from “${title}”: ${what}`,
    by: receiverWords({ name, email: linkEmail, link: linkName }),
    guest: isGuest && name !== null,
    link: null,
  })
  await addUserEvents(tx, 'notification.created', notified)
  return notified.map((one) => one.user)
}

/** Copies items into the caller's transfers, which counts as a download. Throws STORAGE_QUOTA. */
export async function keepDelivery(
  deps: Deps,
  visit: Visit & { actor: UserActor },
  id: string,
  { items, parent = null }: { items?: readonly string[] | undefined; parent?: string | null | undefined },
  key: string | null,
): Promise<Transfer[]> {
  const { actor } = visit
  const access = await requireDelivery(deps, visit, id)
  const ids = await chosenOf(deps, id, items)
  const { name, size } = await describeDownload(deps, access.ownerId, ids)
  const counted: string[] = []
  const taken = async (tx: Transaction) => {
    const { link } = access
    if (!link) return
    const by = { visitor: visitorOf(deps, visit), claim: null }
    const claim = await insertClaim(tx, by, access, { ids, what: name, size })
    const facts = {
      deliveryId: id,
      linkId: link.id,
      ownerId: access.ownerId,
      userId: actor.id,
      guestId: null,
    }
    const notified = await countFinished(tx, {
      ...facts,
      ...claim,
      items: ids,
      what: name,
      linkEpoch: link.epoch,
      epoch: access.epoch,
      spent: 'NO',
      isThere: true,
    })
    counted.splice(0, counted.length, ...(notified ?? []))
  }
  const given = { from: access.ownerId, ids, target: parent }
  const kept = await keepTransfers(deps, actor, given, { key, taken })
  signalSubject(deps, ofDelivery(id))
  signalInboxes(deps, counted)
  return kept
}
