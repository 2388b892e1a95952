import { transferRecordsMax } from '@wingmark/contract/limits'
import type { RouteQuery } from '@wingmark/contract/route'
import { type listDeletedTransfers as contract, transferMessages } from '@wingmark/contract/transfers'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { pageOf } from '#server/http/pages'
import {
  deletePlaced,
  findBinLimit,
  putIntoBin,
  takeOutOfBin,
} from '#server/modules/files/for-transfers/service'
import { presentTransfers, withoutParents } from '#server/modules/transfers/lists/service'
import {
  changingTree,
  count,
  countsOf,
  gatherExtracted,
  idsOf,
  presentChanged,
  requireChosen,
  requireDepth,
} from '#server/modules/transfers/service'
import { findTransfers, listBelow, setParent, type TransferRow } from '#server/modules/transfers/store'
import * as bin from '#server/modules/transfers/trash/store'
import { invalidFields, notFound } from '#server/platform/domain-error'

type Chosen = { id: string; also?: readonly string[] | undefined }

const filesOf = (rows: readonly { fileId: string | null }[]) =>
  rows.flatMap((row) => (row.fileId === null ? [] : [row.fileId]))
const idsOfRows = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

/** Deletes whole subtrees, at once for everyone; uncharged, kept for a day within one plan's storage. */
export async function deleteTransfers(deps: Deps, actor: UserActor, chosen: Chosen) {
  await deps.limits.consume({ transferByUser: actor.id })
  const ids = idsOf(chosen)
  const done = await changingTree(deps, actor.id, async (tx) => {
    return deleteSubtrees(tx, actor.id, ids)
  })
  return { _id: chosen.id, ...done }
}

/** Needs the account locked. */
export async function deleteSubtrees(
  tx: Transaction,
  owner: string,
  ids: readonly string[],
  { most = transferRecordsMax } = {},
) {
  const chosen = await requireChosen(tx, owner, ids)
  const going = await listBelow.rows(tx, { owner, ids, most: most + 1 })
  if (going.length > most) throw invalidFields({ also: transferMessages.tooMuch })
  const deletionId = uuid()
  const isGoing = new Set(idsOfRows(going))
  await bin.markDeleted.rows(tx, { ids: [...isGoing], deletion: deletionId })
  await count(
    tx,
    countsOf(
      chosen.filter((row) => row.parentId === null || !isGoing.has(row.parentId)),
      -1,
    ),
  )
  await putIntoBin(tx, owner, filesOf(going))
  const beyond = await bin.listBeyond.rows(tx, { owner, limit: await findBinLimit(tx, owner) })
  const deletions = beyond.map((one) => one.deletionId)
  if (deletions.length > 0) await removeForGood(tx, await bin.listOfDeletions.rows(tx, { owner, deletions }))
  return { deletionId, count: going.length }
}

/** Restores items deleted within a day, to the root if their folder is gone. Throws NOT_FOUND, STORAGE_QUOTA. */
export async function restoreTransfers(deps: Deps, actor: UserActor, chosen: Chosen) {
  await deps.limits.consume({ transferByUser: actor.id })
  const ids = idsOf(chosen)
  const back = await changingTree(deps, actor.id, async (tx) => {
    return restore(tx, actor.id, ids)
  })
  return presentChanged(deps, actor, back)
}

async function restore(tx: Transaction, owner: string, ids: readonly string[]): Promise<string[]> {
  const found = await bin.findDeleted.rows(tx, { owner, ids })
  const byId = new Set(found.map((row) => row.id))
  if (found.length === 0) throw notFound()
  const coming = await bin.listGone.rows(tx, { owner, ids: [...byId] })
  const isComing = new Set(idsOfRows(coming))
  await takeOutOfBin(tx, owner, filesOf(coming))
  await bin.markRestored.rows(tx, { ids: [...isComing] })
  const tops = found.filter((row) => row.parentId === null || !isComing.has(row.parentId))
  const lost = await lostParents(tx, owner, tops)
  await leaveDeleted(tx, lost)
  await setParent.rows(tx, { ids: idsOfRows(lost), parent: null, from: null })
  const kept = tops.filter((row) => !lost.includes(row))
  await count(tx, countsOf(kept, 1))
  for (const row of kept) if (row.type === 'FOLDER') await gatherExtracted(tx, owner, row)
  for (const [parent, of] of Map.groupBy(kept, (row) => row.parentId))
    await requireDepth(tx, owner, { parent, ids: idsOfRows(of) })
  return idsOfRows(tops)
}

/** A deleted folder no longer counts items that leave it. */
async function leaveDeleted(tx: Transaction, rows: readonly bin.DeletedRow[]): Promise<void> {
  await count(
    tx,
    countsOf(
      rows.filter((row) => row.wentWithParent),
      -1,
    ),
  )
}

async function lostParents<T extends TransferRow>(
  tx: Transaction,
  owner: string,
  tops: readonly T[],
): Promise<T[]> {
  const parents = [...new Set(tops.flatMap((row) => (row.parentId === null ? [] : [row.parentId])))]
  const there = new Set(idsOfRows(await findTransfers.rows(tx, { owner, ids: parents })))
  return tops.filter((row) => row.parentId !== null && !there.has(row.parentId))
}

export async function listDeleted(
  deps: Deps,
  actor: UserActor,
  { page, limit }: RouteQuery<typeof contract>,
) {
  const { pool } = deps.db
  const [rows, counted] = await Promise.all([
    bin.listDeleted.rows(pool, { owner: actor.id, limit, offset: (page - 1) * limit }),
    bin.countDeleted.first(pool, { owner: actor.id }),
  ])
  const total = counted?.total ?? 0
  const results = (await presentTransfers(deps, actor, rows)).map((one) => ({
    ...withoutParents(one),
    file: null,
  }))
  return pageOf(results, { page, limit }, total)
}

export async function deleteForGood(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await deps.limits.consume({ transferByUser: actor.id })
  await changingTree(deps, actor.id, async (tx) => {
    const found = await bin.findDeleted.rows(tx, { owner: actor.id, ids: [id] })
    if (found.length === 0) throw notFound()
    await leaveDeleted(tx, found)
    await removeForGood(tx, await bin.listGone.rows(tx, { owner: actor.id, ids: idsOfRows(found) }))
  })
}

/** Deletes the rows, the files and, by a job, unshared bytes. */
async function removeForGood(tx: Transaction, gone: readonly bin.Gone[]): Promise<void> {
  await deletePlaced(tx, filesOf(gone))
  await bin.removeRows.rows(tx, { ids: idsOfRows(gone) })
}

const sweptAtOnce = 500

/** Deletes permanently after a day. */
export async function sweepTrash(deps: Deps): Promise<void> {
  for (;;) {
    const swept = await deps.db.orm.transaction(async (tx) => {
      const gone = await bin.lockExpired.rows(tx, { most: sweptAtOnce })
      await removeForGood(tx, gone)
      return gone.length
    })
    if (swept < sweptAtOnce) return
  }
}
