import { accountFilesMax, accountFoldersMax } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { sweepClaims } from '#server/modules/deliveries/claims/store'
import { listItems } from '#server/modules/deliveries/contents/store'
import { notifySender } from '#server/modules/deliveries/emails/store'
import { findOver, takeDeleting, takeOver, takeUnclaimed } from '#server/modules/deliveries/expiry/store'
import { addUpdate } from '#server/modules/deliveries/links/service'
import { addUserEvents, signalInboxes, signalSubject } from '#server/modules/events/service'
import { lockAccount } from '#server/modules/files/for-transfers/service'
import { queueEmails } from '#server/modules/mail/service'
import { deleteSubtrees } from '#server/modules/transfers/trash/service'

const atOnce = 200

/** Hourly: warns senders before expiry, and deletes files that expire with their delivery. */
export async function tendEnds(deps: Deps): Promise<void> {
  for (const step of [notifyUnclaimed, notifyDeleting, emptyOne]) {
    let isMore = true
    while (isMore) isMore = await step(deps)
  }
  await sweepClaims.rows(deps.db.pool, {})
}

async function notifyUnclaimed(deps: Deps): Promise<boolean> {
  const { count, notified } = await deps.db.orm.transaction(async (tx) => {
    const due = await takeUnclaimed.rows(tx, { most: atOnce })
    const facts = due.map(({ id }) => ({ deliveryId: id }))
    await queueEmails(tx, 'deliveries:unclaimed', facts)
    const all: { user: string; target: string }[] = []
    for (const { id, title } of due) {
      const words = { action: 'TRANSFER_ENDING', title: 'Not downloaded yet', by: title }
      all.push(...(await notifySender.rows(tx, { delivery: id, link: null, guest: false, ...words })))
    }
    await addUserEvents(tx, 'notification.created', all)
    return { count: due.length, notified: all.map((one) => one.user) }
  })
  signalInboxes(deps, new Set(notified))
  return count === atOnce
}

async function notifyDeleting(deps: Deps): Promise<boolean> {
  return deps.db.orm.transaction(async (tx) => {
    const due = await takeDeleting.rows(tx, { most: atOnce })
    const facts = due.map(({ id }) => ({ deliveryId: id }))
    await queueEmails(tx, 'deliveries:deleting', facts)
    return due.length === atOnce
  })
}

/** Moves them to the trash, from which they can be restored for a day. */
async function emptyOne(deps: Deps): Promise<boolean> {
  const found = await findOver.first(deps.db.pool, {})
  if (!found) return false
  const { id, ownerId } = found
  await deps.db.orm.transaction(async (tx) => {
    await lockAccount(tx, ownerId)
    if (!(await takeOver.first(tx, { id }))) return
    const items = await listItems.rows(tx, { id })
    const ids = items.map((item) => item.id)
    if (ids.length > 0) await deleteSubtrees(tx, ownerId, ids, { most: accountFilesMax + accountFoldersMax })
    await addUpdate(tx, id)
  })
  signalSubject(deps, ofDelivery(id))
  return true
}
