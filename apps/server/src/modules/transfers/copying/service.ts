import { transferItemsMax, transferRecordsMax } from '@wingmark/contract/limits'
import { copyName, createNames, type NameSet } from '@wingmark/contract/transfer-names'
import { type Transfer, transferMessages } from '@wingmark/contract/transfers'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import {
  copyOfReview,
  copyPlaced,
  listReviewFiles,
  lockAccount,
} from '#server/modules/files/for-transfers/service'
import { presentByIds, withoutParents } from '#server/modules/transfers/lists/service'
import {
  changingTree,
  count,
  countsOf,
  idsOf,
  insert,
  presentChanged,
  requireChosen,
  requireOutside,
  requireRoomForFolders,
  requireTarget,
} from '#server/modules/transfers/service'
import { listBelow, listBeside, type TransferRow } from '#server/modules/transfers/store'
import { invalidFields } from '#server/platform/domain-error'
import { randomKey } from '#server/platform/tokens'

type Chosen = { id: string; also?: readonly string[] | undefined }

/**
 * Charged copies that share bytes. `target` undefined: next to the originals, renamed. Throws STORAGE_QUOTA,
 * INVALID_FIELDS over 10,000 records.
 */
export async function copyTransfers(
  deps: Deps,
  actor: UserActor,
  chosen: Chosen,
  target: string | null | undefined,
  idempotencyKey: string | null,
) {
  await deps.limits.consume({ transferByUser: actor.id })
  const ids = idsOf(chosen)
  const first = topId(uuid(), 0)
  const made = await changingTree(deps, actor.id, async (tx) => {
    const claim = { actor: actor.id, key: idempotencyKey, resultId: first }
    const earlier = await claimIdempotencyKey(tx, claim)
    if (earlier === null) await copy(tx, { from: actor.id, owner: actor.id }, { ids, first, target })
    return earlier ?? first
  })
  return presentChanged(
    deps,
    actor,
    ids.map((_, place) => topId(made, place)),
  )
}

/** Copies others' items into the caller's tree; callers check access. `taken` runs once, in the same transaction. */
export async function keepTransfers(
  deps: Deps,
  actor: UserActor,
  given: { from: string; ids: readonly string[]; target: string | null },
  { key, taken }: { key: string | null; taken: (tx: Transaction) => Promise<void> },
): Promise<Transfer[]> {
  await deps.limits.consume({ transferByUser: actor.id })
  const { from, ids, target } = given
  if (ids.length > topsMax) throw invalidFields({ items: transferMessages.tooMuch })
  const first = topId(uuid(), 0)
  const made = await changingTree(deps, actor.id, async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: first })
    if (earlier !== null) return earlier
    await taken(tx)
    await copy(tx, { from, owner: actor.id }, { ids, first, target })
    return first
  })
  const tops = ids.slice(0, transferItemsMax).map((_, place) => topId(made, place))
  return (await presentByIds(deps, actor, tops)).map(withoutParents)
}

/** Copies a review's files, or these, into a new folder; returns the ids in order. Throws STORAGE_QUOTA, INVALID_FIELDS. */
export async function placeReview(
  tx: Transaction,
  owner: string,
  { review, files: named }: { review: string; files: readonly string[] | undefined },
): Promise<string[]> {
  await lockAccount(tx, owner)
  const all = await listReviewFiles(tx, review)
  const files = named === undefined ? all : all.filter((file) => named.includes(file.id))
  if (named !== undefined && files.length < new Set(named).size)
    throw invalidFields({ files: transferMessages.fileNotFound })
  const [first] = files
  if (!first) return []
  await requireRoomForFolders(tx, { owner, parent: null, height: 1, more: 1 })
  const folder = { id: uuid(), type: 'FOLDER' as const, parent: null, file: null, size: 0 }
  const copies = files.map((of) => ({ ...of, of: of.id, id: uuid(), key: randomKey(), transfer: uuid() }))
  await copyOfReview(tx, { review, owner }, copies)
  await insert(tx, owner, [
    { ...folder, name: first.review.replace(/[/\\]/g, '_'), items: copies.length },
    ...copies.map(({ transfer, name, size, id: file }) => ({
      ...{ id: transfer, type: 'FILE' as const, parent: folder.id, items: 0 },
      ...{ name, size, file },
    })),
  ])
  return copies.map((copy) => copy.transfer)
}

/** As many as `topId` can distinguish. */
const topsMax = 4_000

/** Derives all ids from the first, so that a repeated call returns the same ones. */
const topId = (first: string, place: number): string =>
  first.slice(0, -3) + place.toString(16).padStart(3, '0')

async function copy(
  tx: Transaction,
  { from, owner }: { from: string; owner: string },
  { ids, first, target }: { ids: readonly string[]; first: string; target: string | null | undefined },
): Promise<void> {
  const tops = await requireChosen(tx, from, ids)
  const parent = target === undefined ? undefined : await requireTarget(tx, owner, target)
  if (parent !== undefined && from === owner) await requireOutside(tx, owner, tops, parent)
  const rows = await listBelow.rows(tx, { owner: from, ids, most: transferRecordsMax + 1 })
  if (rows.length > transferRecordsMax) throw invalidFields({ also: transferMessages.tooMuch })
  const beside = parent === undefined ? await listBeside.rows(tx, { owner, ids }) : []
  const copies = plan(tops, rows, { first, parent, beside })
  if (copies.length > transferRecordsMax) throw invalidFields({ also: transferMessages.tooMuch })
  const folders = copies.filter((one) => one.type === 'FOLDER').length
  for (const [into, depths] of Map.groupBy(copies, (one) => one.topParent))
    await requireRoomForFolders(tx, {
      owner,
      parent: into,
      height: depths.reduce((most, one) => Math.max(most, one.type === 'FOLDER' ? one.depth : 0), 0),
      more: folders,
    })
  const ofFiles = copies.flatMap(({ file, of, name }) =>
    file && of ? [{ id: file, key: randomKey(), of, name }] : [],
  )
  await copyPlaced(tx, { from, owner }, ofFiles)
  await insert(
    tx,
    owner,
    copies.map(({ of: _of, depth: _depth, topParent: _top, ...row }) => row),
  )
  await count(
    tx,
    countsOf(
      copies.filter((one) => one.depth === 1).map((one) => ({ parentId: one.parent })),
      1,
    ),
  )
}

type Copied = {
  id: string
  type: 'FILE' | 'FOLDER'
  name: string
  parent: string | null
  file: string | null
  size: number
  items: number
  /** The file whose bytes it shares. */
  of: string | null
  depth: number
  topParent: string | null
}

type To = {
  first: string
  /** Undefined: in their current place. */
  parent: string | null | undefined
  beside: readonly { parentId: string | null; name: string }[]
}

function plan(
  tops: readonly TransferRow[],
  rows: readonly TransferRow[],
  { first, parent, beside }: To,
): Copied[] {
  const inside = Map.groupBy(rows, (row) => row.parentId)
  const copies: Copied[] = []
  const add = (
    row: TransferRow,
    where: { id: string; parent: string | null; name: string; depth: number; topParent: string | null },
  ) => {
    const { type, size, itemCount, fileId } = row
    copies.push({ ...where, type, size, items: itemCount, of: fileId, file: fileId === null ? null : uuid() })
    // Stops before nested choices become endless work.
    if (type === 'FILE' || copies.length > transferRecordsMax) return
    for (const child of inside.get(row.id) ?? [])
      add(child, {
        id: uuid(),
        parent: where.id,
        name: child.name,
        depth: where.depth + 1,
        topParent: where.topParent,
      })
  }
  const taken = new Map<string | null, NameSet>()
  for (const [folder, items] of Map.groupBy(beside, (one) => one.parentId))
    taken.set(folder, createNames(items.map((one) => one.name)))
  for (const [place, top] of tops.entries()) {
    const into = parent === undefined ? top.parentId : parent
    const name = parent === undefined ? copyName(top, taken.get(into)) : top.name
    taken.get(into)?.add(name)
    add(top, { id: topId(first, place), parent: into, name, depth: 1, topParent: into })
  }
  return copies
}
