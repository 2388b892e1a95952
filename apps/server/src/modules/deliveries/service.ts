import {
  type ChangeDeliveryBody,
  type CreateDeliveryBody,
  type Delivery,
  type DeliveryDetails,
  deliveryDaysByDefault,
  deliveryMessages,
  type listDeliveryItems as itemsOf,
  type listDeliveries as listing,
} from '@wingmark/contract/deliveries'
import { mainLinkName } from '@wingmark/contract/delivery-facts'
import { maxPageSize } from '@wingmark/contract/paging'
import type { RouteQuery } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { asShortAsNeeded, fitting, pageOf, readOffset } from '#server/http/pages'
import { requireSent } from '#server/modules/access/deliveries/service'
import { canEditReview, sessionGrant } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { changeItems, readItems } from '#server/modules/deliveries/contents/service'
import { addItems, countItems } from '#server/modules/deliveries/contents/store'
import { sendAgain, sendOut } from '#server/modules/deliveries/emails/service'
import {
  addRecipients,
  addUpdate,
  countRecipients,
  listDeliveryLinks,
  newLink,
  requireToCome,
  setAccess,
} from '#server/modules/deliveries/links/service'
import { findFirstKey, insertLinks, lockLinks } from '#server/modules/deliveries/links/store'
import { presentDelivery } from '#server/modules/deliveries/present'
import * as store from '#server/modules/deliveries/store'
import { signalInboxes, signalSubject } from '#server/modules/events/service'
import { fileUrls } from '#server/modules/files/service'
import { columnsOf, takesAway, updateLink } from '#server/modules/reviews/links/service'
import { placeReview } from '#server/modules/transfers/copying/service'
import { withNewer } from '#server/modules/transfers/lists/service'
import { requireChosen } from '#server/modules/transfers/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'
import { inTurnOfEach } from '#server/platform/run-in-turn'

export { exportDeliveries } from '#server/modules/deliveries/store'

const dayMs = 86_400_000
/** A list counts everything in its deliveries. */
const ofSender = inTurnOfEach(2)

/** Links work at once; emails leave when complete. Throws NOT_FOUND for others' items, STORAGE_QUOTA for a review's files. */
export async function createDelivery(
  deps: Deps,
  caller: UserCaller,
  body: CreateDeliveryBody,
  idempotencyKey: string | null,
): Promise<DeliveryDetails> {
  const { actor } = caller
  const { items = [], recipients = [], review } = body
  if (review !== undefined) await requireAbility(deps, caller, { review }, canEditReview)
  requireToCome(body.expiresAt)
  await deps.limits.consume({ deliveryByUser: actor.id })
  await countRecipients(deps, actor.id, recipients)
  const { ends = daysFromNow(deliveryDaysByDefault) } = endsOf(body)
  const terms = {
    expiresAt: ends,
    accessKeyHash: body.accessKey ? await hashPassword(body.accessKey) : null,
  }
  const id = uuid()
  const done = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return { id: earlier, notified: [] }
    await requireChosen(tx, actor.id, items)
    const isComplete = body.expectedCount === undefined
    await store.insertDelivery(tx, {
      id,
      ownerId: actor.id,
      title: body.title ?? '',
      message: body.message ?? '',
      maxDownloads: body.maxDownloads ?? null,
      allowPreview: body.allowPreview ?? true,
      tellOnDownload: body.tellOnDownload ?? true,
      remind: body.remind ?? true,
      deleteAfter: body.deleteAfter ?? false,
      isComplete,
      expectedCount: body.expectedCount ?? null,
    })
    const finals = review === undefined ? [] : await placeReview(tx, actor.id, { review, files: body.files })
    if (isComplete && items.length + finals.length === 0)
      throw invalidFields({ items: deliveryMessages.noItems })
    await addItems.rows(tx, { id, items: [...items, ...finals] })
    const first = { ...newLink(id), ...terms, isDefault: true, name: mainLinkName }
    await insertLinks(tx, [first])
    await addRecipients(tx, id, recipients, { terms, have: [{ email: null }] })
    return { id, notified: isComplete ? await sendOut(tx, id, actor) : [] }
  })
  signalInboxes(deps, done.notified)
  return presentDetails(deps, actor, done.id)
}

export async function listDeliveries(deps: Deps, actor: UserActor, query: RouteQuery<typeof listing>) {
  const { page, limit, state = null, item = null, sort = '-createdAt' } = query
  const wanted = { owner: actor.id, state, item }
  const { rows, total } = await ofSender(actor.id, () =>
    store.listPage(deps.db, sort, { ...wanted, limit, offset: (page - 1) * limit }),
  )
  const presented = rows.map((row) => present(deps, actor, row))
  const results = asShortAsNeeded(
    presented,
    ({ message, recipients, downloadedBy, ...one }, { many, cut }) => ({
      ...one,
      message: cut(message),
      recipients: recipients.slice(0, many),
      downloadedBy: downloadedBy.slice(0, many),
    }),
  )
  return pageOf(results, { page, limit }, total)
}

export async function getDelivery(deps: Deps, caller: UserCaller, id: string): Promise<DeliveryDetails> {
  await requireSent(deps, caller, id)
  return presentDetails(deps, caller.actor, id)
}

export async function listDeliveryItems(
  deps: Deps,
  caller: UserCaller,
  id: string,
  { cursor, limit }: RouteQuery<typeof itemsOf>,
) {
  await requireSent(deps, caller, id)
  const items = await readItems(deps, caller.actor, id, { offset: readOffset(cursor), limit })
  return { ...items, results: await withNewer(deps, caller.actor, items.results) }
}

/** Also after expiry. Removed rights end at once. */
export async function changeDelivery(
  deps: Deps,
  caller: UserCaller,
  id: string,
  body: ChangeDeliveryBody,
): Promise<DeliveryDetails> {
  await requireSent(deps, caller, id)
  const { actor } = caller
  requireToCome(body.expiresAt)
  await deps.limits.consume({ deliveryByUser: actor.id })
  await countRecipients(deps, actor.id, body.recipients ?? [])
  const { ends } = endsOf(body)
  const ofLinks = {
    ...(ends === undefined ? {} : { expiresAt: ends?.toISOString() ?? null }),
    ...(body.accessKey === undefined ? {} : { accessKey: body.accessKey }),
  }
  const columns = await columnsOf(ofLinks)
  const notified = await deps.db.orm.transaction(async (tx) => {
    const before = await store.lockDelivery.first(tx, { id })
    if (!before) throw notFound()
    const removesItems = await changeItems(tx, actor.id, id, body)
    const isComplete = before.isComplete || body.isComplete === true
    const isEmptied = body.items?.length === 0 || removesItems || body.isComplete
    if (isComplete && isEmptied && (await countItems.first(tx, { id }))?.count === 0)
      throw invalidFields({ items: deliveryMessages.noItems })
    const links = await lockLinks.rows(tx, { id })
    if (Object.keys(columns).length > 0)
      for (const link of links) await updateLink(tx, link.id, columns, { endsOld: takesAway(link, ofLinks) })
    await setAccess(tx, actor, links, body)
    const { maxDownloads: limit } = body
    const lowers = limit != null && (before.maxDownloads === null || limit < before.maxDownloads)
    const endsPreview = body.allowPreview === false && before.allowPreview
    await store.updateDelivery.rows(tx, {
      id,
      title: body.title ?? null,
      message: body.message ?? null,
      limit: limit === undefined ? null : (limit ?? 0),
      preview: body.allowPreview ?? null,
      tell: body.tellOnDownload ?? null,
      remind: body.remind ?? null,
      deleteAfter: body.deleteAfter ?? null,
      complete: body.isComplete === true,
      arrived: body.arrivedCount ?? null,
      endsOld: removesItems || lowers || endsPreview,
      moves: ends !== undefined,
    })
    const accessKeyHash = (await findFirstKey.first(tx, { id }))?.hash ?? null
    const first = links.find((link) => link.isDefault)
    const terms = { expiresAt: ends === undefined ? (first?.expiresAt ?? null) : ends, accessKeyHash }
    await addRecipients(tx, id, body.recipients ?? [], { terms, have: links })
    // Uploads still in progress are not a change.
    const target = changedWords(before.isComplete ? body : { ...body, add: undefined })
    if (target !== '') await recordActivity(tx, { subject: ofDelivery(id), actor, action: 'CHANGED', target })
    const sent = isComplete ? await sendOut(tx, id, actor) : []
    await addUpdate(tx, id)
    return sent
  })
  signalSubject(deps, ofDelivery(id))
  signalInboxes(deps, notified)
  return presentDetails(deps, actor, id)
}

const words: Partial<Record<keyof ChangeDeliveryBody, string>> = {
  title: 'title',
  message: 'message',
  items: 'files',
  add: 'files',
  remove: 'files',
  days: 'end',
  expiresAt: 'end',
  accessKey: 'password',
  maxDownloads: 'downloads',
  allowPreview: 'preview',
  deleteAfter: 'deletion at the end',
  recipients: 'recipients',
}

function changedWords(body: ChangeDeliveryBody): string {
  const changed = Object.entries(words).filter(([key]) => Reflect.get(body, key) !== undefined)
  return [...new Set(changed.map(([, word]) => word))].join(', ')
}

/** Its links end with it; the files stay. */
export async function deleteDelivery(deps: Deps, caller: UserCaller, id: string): Promise<void> {
  await requireSent(deps, caller, id)
  await deps.db.orm.transaction(async (tx) => {
    await store.lockDelivery.first(tx, { id })
    await store.removeDelivery.rows(tx, { id })
  })
  signalSubject(deps, ofDelivery(id))
}

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

function endsOf({ days, expiresAt }: Pick<ChangeDeliveryBody, 'days' | 'expiresAt'>): { ends?: Date | null } {
  if (days !== undefined) return { ends: daysFromNow(days) }
  if (expiresAt === undefined) return {}
  return { ends: expiresAt === null ? null : new Date(expiresAt) }
}

function present(deps: Deps, actor: UserActor, row: store.DeliveryRow): Delivery {
  const may = { download: false, endsAt: null, grant: sessionGrant(actor.sessionId, 'OWN') }
  const cover = row.coverKey === null ? null : fileUrls(deps, row.coverKey, may).thumbnailUrl
  return presentDelivery(deps, row, cover)
}

async function presentDetails(deps: Deps, actor: UserActor, id: string): Promise<DeliveryDetails> {
  const { pool } = deps.db
  const [rows, items, links] = await Promise.all([
    store.findDeliveries.rows(pool, { ids: [id] }),
    readItems(deps, actor, id, { offset: 0, limit: maxPageSize }),
    listDeliveryLinks(deps, id),
  ])
  const [row] = rows
  if (!row) throw notFound()
  return { ...present(deps, actor, row), items: fitting(items.results, links), links }
}

/** Emails those who have not downloaded it again. Throws CONFLICT if there are none. */
export async function remindRecipients(deps: Deps, caller: UserCaller, id: string, link: string | null) {
  await requireSent(deps, caller, id)
  const { actor } = caller
  await deps.limits.consume({ deliveryByUser: actor.id })
  const count = await deps.db.orm.transaction(async (tx) => {
    const sent = await sendAgain(tx, id, link)
    if (sent === 0) throw new DomainError('CONFLICT', { message: deliveryMessages.nobodyToRemind })
    await deps.limits.consume({ recipientsByUser: actor.id }, sent)
    await recordActivity(tx, {
      subject: ofDelivery(id),
      actor,
      action: 'REMINDED',
      ...(link === null ? {} : { link }),
    })
    return sent
  })
  return { _id: id, count }
}
