import { accountFilesMax, accountFoldersMax } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import { ofDelivery } from '#server/modules/access/subjects/policy'
import { sweepClaims } from '#server/modules/deliveries/claims/store'
import { listItems } from '#server/modules/deliveries/contents/store'
import { findOver, takeDeleting, takeOver, takeUnclaimed } from '#server/modules/deliveries/ends/store'
import { tellSender } from '#server/modules/deliveries/letters/store'
import { addUpdate } from '#server/modules/deliveries/links/service'
import { addUserEvents, wakeInboxes, wakeSubject } from '#server/modules/events/service'
import { lockAccount } from '#server/modules/files/for-transfers/service'
import { queueLetters } from '#server/modules/mail/service'
import { deleteSubtrees } from '#server/modules/transfers/bin/service'

const atOnce = 200

/** Hourly: tells senders what ends soon, and deletes what was to be deleted at its end. */
export async function tendEnds(deps: Deps): Promise<void> {
  for (const step of [tellUnclaimed, tellDeleting, emptyOne]) {
    let isMore = true
    while (isMore) isMore = await step(deps)
  }
  await sweepClaims.rows(deps.db.pool, {})
}

async function tellUnclaimed(deps: Deps): Promise<boolean> {
  const { count, told } = await deps.db.orm.transaction(async (tx) => {
    const due = await takeUnclaimed.rows(tx, { most: atOnce })
    const facts = due.map(({ id }) => ({ deliveryId: id }))
    await queueLetters(tx, 'deliveries:unclaimed', facts)
    const all: { user: string; target: string }[] = []
    for (const { id, title } of due) {
      const words = { action: 'TRANSFER_ENDING', title: 'Not downloaded yet', by: title }
      all.push(...(await tellSender.rows(tx, { delivery: id, link: null, guest: false, ...words })))
    }
    await addUserEvents(tx, 'notification.created', all)
    return { count: due.length, told: all.map((one) => one.user) }
  })
  wakeInboxes(deps, new Set(told))
  return count === atOnce
}

async function tellDeleting(deps: Deps): Promise<boolean> {
  return deps.db.orm.transaction(async (tx) => {
    const due = await takeDeleting.rows(tx, { most: atOnce })
    const facts = due.map(({ id }) => ({ deliveryId: id }))
    await queueLetters(tx, 'deliveries:deleting', facts)
    return due.length === atOnce
  })
}

/** Into the bin, from where they can be brought back for a day. */
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
  wakeSubject(deps, ofDelivery(id))
  return true
}
