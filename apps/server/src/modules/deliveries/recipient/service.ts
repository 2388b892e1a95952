import { deliveryMessages } from '@wingmark/contract/deliveries'
import { linkWords } from '@wingmark/contract/delivery-facts'
import type { DeliveryEventData } from '@wingmark/contract/live'
import { guestWords } from '@wingmark/contract/names'
import { maxPageSize } from '@wingmark/contract/paging'
import type {
  DeliveryFile,
  DeliveryPage,
  listDeliveryFiles as filesOf,
  listReceived as receiving,
} from '@wingmark/contract/received-deliveries'
import type { RouteQuery } from '@wingmark/contract/route'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { asShortAsNeeded, fitting, pageOf, readOffset } from '#server/http/pages'
import { type DeliveryAccess, isSender } from '#server/modules/access/deliveries/policy'
import { findLink, openDeliveryLink, requireDelivery } from '#server/modules/access/deliveries/service'
import type { Caller } from '#server/modules/access/service'
import { missed } from '#server/modules/access/share-token/service'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { noteOpening, recordActivity } from '#server/modules/activity/service'
import { countVisits, findBegun, findVisit } from '#server/modules/deliveries/claims/store'
import { visitorOf } from '#server/modules/deliveries/claims/visitor'
import { listFiles, listItems } from '#server/modules/deliveries/contents/store'
import { findFacts, notifySender } from '#server/modules/deliveries/emails/store'
import { nameOf } from '#server/modules/deliveries/present'
import {
  countReceived,
  findSender,
  listReceived as receivedRows,
} from '#server/modules/deliveries/recipient/store'
import { type DeliveryRow, findDeliveries } from '#server/modules/deliveries/store'
import { addUserEvents, signalInboxes } from '#server/modules/events/service'
import { presentSentFiles } from '#server/modules/files/for-transfers/service'
import { queueEmail } from '#server/modules/mail/service'
import { describeDownload } from '#server/modules/transfers/download/service'
import { DomainError, notFound } from '#server/platform/domain-error'
import { inTurnOfEach } from '#server/platform/run-in-turn'

type Visit = Caller & { ip: string }
type MaybeVisit = Caller & { ip?: string; claim?: string | undefined }

/** Each may count 50,000 files, so a sender's requests take turns. */
const ofSender = inTurnOfEach(3)

/** For recipients; with `ip` it counts as an opening. Throws like `requireDelivery`. */
export async function getDeliveryPage(
  deps: Deps,
  caller: Caller & { ip?: string },
  id: string,
  claim?: string,
): Promise<DeliveryPage> {
  const access = await requireDelivery(deps, caller, id)
  const page = await ofSender(access.ownerId, () => presentPage(deps, { ...caller, claim }, access))
  if (caller.ip !== undefined) noteOpening(deps, { actor: caller.actor, ip: caller.ip, access })
  return { ...page, claim: await presentClaim(deps, access, claim) }
}

/** Whether a started download can continue with the current files. */
async function presentClaim(
  deps: Deps,
  { deliveryId, ownerId, link }: DeliveryAccess,
  id: string | undefined,
): Promise<DeliveryPage['claim']> {
  const { pool } = deps.db
  const begun = id && link && (await findBegun.first(pool, { id, link: link.id }))
  if (!begun) return null
  const { items, bytes, isOver, isFinished } = begun
  if (isOver) return { _id: id, isOver, isFinished, isOfAll: false }
  const all = (await listItems.rows(pool, { id: deliveryId })).map((item) => item.id)
  const { size } = await describeDownload(deps, ownerId, items)
  return { _id: id, isOver: size !== bytes, isFinished, isOfAll: all.join() === items.join() }
}

/** Throws like `openDeliveryLink`. */
export async function openDelivery(
  deps: Deps,
  visit: Visit,
  given: {
    shareCode: string
    accessKey?: string | null | undefined
    deviceToken?: string | undefined
  },
): Promise<DeliveryPage & { shareToken: string; deviceToken: string }> {
  const accessKey = given.accessKey ?? null
  const { access, ...tokens } = await openDeliveryLink(deps, { ...visit, ...given, accessKey })
  const page = await ofSender(access.ownerId, () => presentPage(deps, visit, access))
  noteOpening(deps, { ...visit, access })
  return { ...page, ...tokens }
}

export async function listDeliveryFiles(
  deps: Deps,
  caller: MaybeVisit,
  id: string,
  { cursor, limit }: RouteQuery<typeof filesOf>,
) {
  const access = await requireDelivery(deps, caller, id)
  const offset = readOffset(cursor)
  return ofSender(access.ownerId, async () => {
    const [row] = await findDeliveries.rows(deps.db.pool, { ids: [id] })
    if (!row) throw notFound()
    if (!isSender(access)) await leftOf(deps, caller, access, row)
    return presentFiles(deps, access, row, { offset, limit })
  })
}

/** The progress of the upload; null if it is gone. */
export async function readProgress(deps: Deps, id: string): Promise<DeliveryEventData | null> {
  const [row] = await findDeliveries.rows(deps.db.pool, { ids: [id] })
  if (!row) return null
  const { isComplete, fileCount, expectedCount } = row
  return { _id: id, isComplete, fileCount, expectedCount }
}

/** The downloads left by the caller's link. Throws GONE without any, unless they are in the middle of one. */
async function leftOf(deps: Deps, visit: MaybeVisit, access: DeliveryAccess, row: DeliveryRow) {
  const { maxDownloads: most, downloadCount } = row
  const { deliveryId: delivery, link } = access
  if (most === null) return { downloadsLeft: null, isCounted: false }
  if (!link) return { downloadsLeft: Math.max(0, most - downloadCount), isCounted: false }
  const { actor, ip, claim = null } = visit
  const [counted, items] = await Promise.all([
    countVisits.first(deps.db.pool, { delivery, link: link.id }),
    // Needed only for visitors, whom only their network identifies.
    actor.kind === 'visitor' ? listItems.rows(deps.db.pool, { id: delivery }) : [],
  ])
  const begun = await findVisit.first(deps.db.pool, {
    link: link.id,
    ...visitorOf(deps, { actor, ip }),
    claim,
    items: items.map((item) => item.id),
  })
  const { finished = 0, pending = 0 } = counted ?? {}
  if (!begun && finished >= most) throw new DomainError('GONE', { message: deliveryMessages.usedUp })
  return { downloadsLeft: Math.max(0, most - finished - (begun ? pending : 0)), isCounted: begun !== null }
}

async function presentPage(deps: Deps, visit: MaybeVisit, access: DeliveryAccess): Promise<DeliveryPage> {
  const { deliveryId, ownerId, link } = access
  const { actor } = visit
  const [rows, sender] = await Promise.all([
    findDeliveries.rows(deps.db.pool, { ids: [deliveryId] }),
    findSender.first(deps.db.pool, { user: ownerId }),
  ])
  const [row] = rows
  if (!row || !sender) throw notFound()
  const isOwn = isSender(access)
  const left = await leftOf(deps, visit, access, row)
  const expiresAt = isOwn ? row.expiresAt : (link?.expiresAt ?? null)
  const hasFiles = row.fileCount > 0
  return {
    _id: deliveryId,
    title: row.title,
    name: nameOf(row),
    message: row.message,
    sender,
    expiresAt: expiresAt?.toISOString() ?? null,
    allowPreview: row.allowPreview,
    isComplete: row.isComplete,
    fileCount: row.fileCount,
    expectedCount: row.expectedCount,
    arrivedCount: row.arrivedCount,
    size: row.size,
    itemCount: row.itemCount,
    files: await presentFiles(deps, access, row, { offset: 0, limit: maxPageSize }),
    claim: null,
    ...left,
    can: { download: hasFiles, keep: hasFiles && actor.kind === 'user' && !isOwn, change: isOwn },
    lastEventId: String(row.eventSeq),
    createdAt: row.createdAt.toISOString(),
  }
}

async function presentFiles(
  deps: Deps,
  access: DeliveryAccess,
  row: DeliveryRow,
  { offset, limit }: { offset: number; limit: number },
) {
  const found = await listFiles.rows(deps.db.pool, { id: row.id, offset, limit })
  const files = await presentSentFiles(
    deps,
    found.map((one) => one.fileId),
    {
      grant: access.grant,
      endsAt: access.endsAt,
      download: isSender(access) || row.maxDownloads === null,
      preview: isSender(access) || row.allowPreview,
    },
  )
  const presented = found.flatMap(({ id, name, path, folder, size, isDamaged, fileId }): DeliveryFile[] => {
    const file = files.get(fileId)
    return file ? [{ _id: id, name, path, folder, size, isDamaged, file }] : []
  })
  const results = fitting(presented)
  const last = results.at(-1)?._id
  const isWhole = results.length === presented.length
  const next = offset + (isWhole ? found.length : found.findIndex(({ id }) => id === last) + 1)
  return { results, nextCursor: next < row.fileCount ? String(next) : null, total: row.fileCount }
}

/** Notifies the sender once a day per link, even an expired one. Throws NOT_FOUND. */
export async function askForNewLink(
  deps: Deps,
  { actor, ip }: Visit,
  { shareCode, name = '' }: { shareCode: string; name?: string | undefined },
): Promise<{ _id: string }> {
  await deps.limits.consume({ askForLinkByAddress: ip })
  const { facts, link } = await findLink(deps, { ip, shareCode })
  const { deliveryId } = facts
  if (link.access === 'NONE') throw missed()
  if ((await deps.limits.tally('askForLinkByLink', link.id)) > 0) return { _id: deliveryId }
  const notified = await deps.db.orm.transaction(async (tx) => {
    const who = actor.kind === 'visitor' ? name : actor.name
    const isGuest = actor.kind === 'guest'
    await recordActivity(tx, {
      subject: ofDelivery(deliveryId),
      actor,
      action: 'ASKED',
      link: link.id,
      ...(name === '' ? {} : { target: name }),
    })
    await queueEmail(tx, {
      letter: 'deliveries:asked',
      facts: { deliveryId, linkId: link.id, name: isGuest ? guestWords(who) : who },
    })
    const facts = await findFacts.first(tx, { delivery: deliveryId, link: link.id })
    if (!facts) throw notFound()
    const by = linkWords(facts.linkName)
    // Even if the sender wants no emails about it.
    const rows = await notifySender.rows(tx, {
      delivery: deliveryId,
      action: 'TRANSFER_ENDING',
      title: `Would like to download “${facts.title}”${facts.linkEmail === null ? `, through ${by}` : ''}`,
      by: who || `Someone with ${by}`,
      guest: isGuest,
      link: link.id,
    })
    await addUserEvents(tx, 'notification.created', rows)
    return rows.map((one) => one.user)
  })
  signalInboxes(deps, notified)
  return { _id: deliveryId }
}

/** Deliveries to the caller's verified address. */
export async function listReceived(
  deps: Deps,
  actor: UserActor,
  { page, limit }: RouteQuery<typeof receiving>,
) {
  const { pool } = deps.db
  const [rows, counted] = await Promise.all([
    receivedRows.rows(pool, { user: actor.id, limit, offset: (page - 1) * limit }),
    countReceived.first(pool, { user: actor.id }),
  ])
  const total = counted?.total ?? 0
  const results = rows.map(({ id, code, expiresAt, createdAt, ...row }) => ({
    _id: id,
    shareCode: code,
    ...row,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
  const short = asShortAsNeeded(results, (one, { cut }) => ({ ...one, message: cut(one.message) }))
  return pageOf(short, { page, limit }, total)
}
