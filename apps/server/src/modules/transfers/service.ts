import { transferDepthMax, transferItemsMax, transferRecordsMax } from '@wingmark/contract/limits'
import type { RouteBody } from '@wingmark/contract/route'
import * as contract from '@wingmark/contract/transfers'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { lockAccount, placeFile, renamePlaced } from '#server/modules/files/for-transfers/service'
import { getTransfer, presentByIds, withoutParents } from '#server/modules/transfers/lists/service'
import type { TransferRow } from '#server/modules/transfers/store'
import * as store from '#server/modules/transfers/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'
import { inTurnOfEach } from '#server/platform/run-in-turn'

const { transferMessages } = contract

const ofAccount = inTurnOfEach(1)

/** One change at a time per account, under a lock; further requests of the account wait without a connection. */
export const changingTree = <T>(
  { db }: Deps,
  owner: string,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  ofAccount(owner, () =>
    db.orm.transaction(async (tx) => {
      await lockAccount(tx, owner)
      return change(tx)
    }),
  )

/** Records an uploaded file or a folder. A client's `isRoot` and `parents` are ignored in favour of `parent`. */
export async function createTransfer(
  deps: Deps,
  actor: UserActor,
  body: RouteBody<typeof contract.createTransfer>,
  idempotencyKey: string | null,
): Promise<contract.Transfer> {
  await deps.limits.consume({ transferByUser: actor.id })
  const id = uuid()
  const made = await changingTree(deps, actor.id, async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier !== null) return earlier
    const parent = await requireTarget(tx, actor.id, body.parent ?? null)
    if (body.type === 'FOLDER')
      await requireRoomForFolders(tx, { owner: actor.id, parent, height: 1, more: 1 })
    const placed = body.type === 'FILE' ? await placeOwnFile(tx, actor.id, body) : null
    if (placed?.earlier) return placed.earlier
    const name = body.name || contract.namelessFile
    await insert(tx, actor.id, [
      { id, type: body.type, name, parent, file: placed?.file ?? null, size: placed?.size ?? 0, items: 0 },
    ])
    if (parent !== null) await count(tx, [{ id: parent, by: 1 }])
    return id
  })
  return getTransfer(deps, actor, made)
}

async function placeOwnFile(
  tx: Transaction,
  owner: string,
  { file, name }: { file?: string | null; name: string },
) {
  const id = file ?? ''
  const placed = await placeFile(tx, { id, owner, name })
  if (!placed) throw invalidFields({ file: transferMessages.fileNotFound })
  const earlier = await store.findOfFile.first(tx, { owner, file: id })
  return { file: id, size: placed.size, earlier: earlier?.id ?? null }
}

export async function renameTransfer(deps: Deps, actor: UserActor, id: string, name: string) {
  await deps.limits.consume({ transferByUser: actor.id })
  await changingTree(deps, actor.id, async (tx) => {
    const [row] = await requireChosen(tx, actor.id, [id])
    await store.rename.rows(tx, { id, name })
    if (row?.fileId) await renamePlaced(tx, row.fileId, name)
  })
  return getTransfer(deps, actor, id)
}

type Chosen = { id: string; also?: readonly string[] | undefined }

/** Throws INVALID_FIELDS for a folder moved into itself or too deep. Writes one row per chosen item. */
export async function moveTransfers(deps: Deps, actor: UserActor, chosen: Chosen, target: string | null) {
  await deps.limits.consume({ transferByUser: actor.id })
  const ids = idsOf(chosen)
  await changingTree(deps, actor.id, async (tx) => {
    const parent = await requireTarget(tx, actor.id, target)
    const rows = await requireChosen(tx, actor.id, ids)
    await requireOutside(tx, actor.id, rows, parent)
    await requireDepth(tx, actor.id, { parent, ids: await goingDeeper(tx, actor.id, rows, parent) })
    await relocate(tx, rows, parent, null)
  })
  return presentChanged(deps, actor, ids)
}

/** Moves folders' contents one level up and the empty folders to the trash; restoring such a folder undoes it. */
export async function extractTransfers(
  deps: Deps,
  actor: UserActor,
  chosen: Chosen,
  deleteEmpty: (tx: Transaction, owner: string, ids: readonly string[]) => Promise<unknown>,
) {
  await deps.limits.consume({ transferByUser: actor.id })
  const ids = idsOf(chosen)
  const moved = await changingTree(deps, actor.id, async (tx) => {
    const rows = await requireChosen(tx, actor.id, ids)
    if (rows.some((row) => row.type !== 'FOLDER')) throw invalidFields({ id: transferMessages.chooseFolder })
    let total = 0
    for (const folder of deepestFirst(rows)) {
      const most = transferRecordsMax + 1
      const children = await store.listChildren.rows(tx, { owner: actor.id, ids: [folder.id], most })
      total += children.length
      if (total > transferRecordsMax) throw invalidFields({ also: transferMessages.tooMuch })
      const inside = children.map((child) => ({ id: child.id, parentId: folder.id }))
      await relocate(tx, inside, folder.parentId, folder.id)
    }
    await deleteEmpty(tx, actor.id, ids)
    return total
  })
  return { _id: chosen.id, moved }
}

/** Children before the chosen folders they are in. */
function deepestFirst(rows: readonly TransferRow[]): TransferRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const depth = (row: TransferRow): number => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    return parent ? depth(parent) + 1 : 0
  }
  return rows.toSorted((a, b) => depth(b) - depth(a))
}

/** The first of them, with its parent folders. */
export async function presentChanged(deps: Deps, actor: UserActor, ids: readonly string[]) {
  const results = await presentByIds(deps, actor, ids)
  const [result] = results
  if (!result) throw notFound()
  return { result, results: results.map(withoutParents) }
}

export function idsOf({ id, also = [] }: Chosen): string[] {
  const ids = [...new Set([id, ...also])]
  if (ids.length > transferItemsMax) throw invalidFields({ also: transferMessages.tooManyChosen })
  return ids
}

/** All of them in the order of the ids. Throws NOT_FOUND if any is another's or deleted. */
export async function requireChosen(
  tx: Transaction,
  owner: string,
  ids: readonly string[],
): Promise<TransferRow[]> {
  const rows = await store.findTransfers.rows(tx, { owner, ids })
  if (rows.length !== ids.length) throw notFound()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The target folder; null for the root. */
export async function requireTarget(
  tx: Transaction,
  owner: string,
  parent: string | null,
): Promise<string | null> {
  if (parent === null) return null
  const row = isUuid(parent) ? await store.findTransfers.first(tx, { owner, ids: [parent] }) : null
  if (!row) throw notFound()
  if (row.type !== 'FOLDER') throw invalidFields({ parent: transferMessages.chooseFolder })
  return row.id
}

/** Refuses to move folders into themselves or below. */
export async function requireOutside(
  tx: Transaction,
  owner: string,
  rows: readonly TransferRow[],
  parent: string | null,
): Promise<void> {
  if (parent === null) return
  const above = new Set((await store.listUpward.rows(tx, { owner, id: parent })).map((row) => row.id))
  if (rows.some((row) => above.has(row.id))) throw invalidFields({ parent: transferMessages.intoItself })
}

/** Items that lie no deeper than before need no measuring. */
async function goingDeeper(
  tx: Transaction,
  owner: string,
  rows: readonly TransferRow[],
  parent: string | null,
): Promise<string[]> {
  if (parent === null) return []
  const folders = rows.filter((row) => row.type === 'FOLDER').map((row) => row.id)
  const above = await store.listUpward.rows(tx, { owner, id: parent })
  const before = Map.groupBy(await store.listParents.rows(tx, { ids: folders }), (one) => one.ofId)
  return folders.filter((id) => (before.get(id)?.length ?? 0) < above.length)
}

export async function requireDepth(
  tx: Transaction,
  owner: string,
  { parent, ids, height: known }: { parent: string | null; ids: readonly string[]; height?: number },
): Promise<void> {
  if (known === undefined && ids.length === 0) return
  const height = known ?? (await store.findHeight.first(tx, { owner, ids }))?.height ?? 0
  if (height === 0) return
  const above = parent === null ? [] : await store.listUpward.rows(tx, { owner, id: parent })
  if (above.length + height > transferDepthMax) throw invalidFields({ parent: transferMessages.tooDeep })
}

export async function requireRoomForFolders(
  tx: Transaction,
  { owner, parent, height, more }: { owner: string; parent: string | null; height: number; more: number },
): Promise<void> {
  await requireDepth(tx, owner, { parent, ids: [], height })
  if (more === 0) return
  const counted = await store.hasFewFolders.first(tx, { owner, more })
  if (!counted?.isFew) throw new DomainError('STORAGE_QUOTA', { message: transferMessages.tooManyFolders })
}

type NewRow = {
  id: string
  type: 'FILE' | 'FOLDER'
  name: string
  parent: string | null
  file: string | null
  size: number
  items: number
}

export async function insert(tx: Transaction, owner: string, rows: readonly NewRow[]): Promise<void> {
  await store.insertTransfers.rows(tx, { owner, rows: JSON.stringify(rows) })
}

export async function count(tx: Transaction, counts: readonly { id: string; by: number }[]): Promise<void> {
  if (counts.length > 0) await store.changeCounts.rows(tx, { counts: JSON.stringify(counts) })
}

/** Changes in the number of items of these folders. */
export function countsOf(
  rows: readonly { parentId: string | null }[],
  by: 1 | -1,
): { id: string; by: number }[] {
  const inFolders = rows.flatMap((row) => (row.parentId === null ? [] : [row.parentId]))
  return [...Map.groupBy(inFolders, (id) => id)].map(([id, of]) => ({ id, by: by * of.length }))
}

async function relocate(
  tx: Transaction,
  rows: readonly { id: string; parentId: string | null }[],
  parent: string | null,
  from: string | null,
): Promise<void> {
  const moving = rows.filter((row) => row.parentId !== parent)
  if (moving.length === 0) return
  await store.setParent.rows(tx, { ids: moving.map((row) => row.id), parent, from })
  await count(tx, countsOf(moving, -1))
  if (parent !== null) await count(tx, [{ id: parent, by: moving.length }])
}

/** Undoes an extraction, as far as its results are still in place. */
export async function gatherExtracted(tx: Transaction, owner: string, folder: TransferRow): Promise<void> {
  const { id: from, parentId: parent } = folder
  const inside = await store.listExtracted.rows(tx, { owner, from, parent })
  await relocate(
    tx,
    inside.map(({ id }) => ({ id, parentId: parent })),
    from,
    null,
  )
}
