import type { RouteQuery } from '@wingmark/contract/route'
import type { listTransfers as contract, Transfer } from '@wingmark/contract/transfers'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cut, cutToFit, pageOf, readCursor, writeCursor } from '#server/http/pages'
import { findNewer, presentOwnFiles } from '#server/modules/files/for-transfers/service'
import { countListed, type ListedRow, listPage } from '#server/modules/transfers/lists/store'
import { type Around, presentTransfer } from '#server/modules/transfers/present'
import {
  findTransferOrFile,
  findTransfers,
  listParents,
  listUpward,
  sumBelow,
  type TransferRow,
} from '#server/modules/transfers/store'
import { notFound } from '#server/platform/domain-error'

export { exportTransfers } from '#server/modules/transfers/lists/store'

const Cursor = z.tuple([z.enum(['FILE', 'FOLDER']), z.string(), z.uuid()])

/** The root, or one of the caller's folders. At most four statements. */
export async function listTransfers(
  deps: Deps,
  actor: UserActor,
  folderId: string | null,
  query: RouteQuery<typeof contract>,
) {
  const { page, limit, sort = '-createdAt', word = '', cursor } = query
  const what = { owner: actor.id, folder: folderId, word }
  const after = placeOf(cursor)
  const [path, rows, counted] = await Promise.all([
    folderId === null ? [] : requirePath(deps, actor, folderId),
    listPage(deps.db, sort, { ...what, limit: limit + 1, offset: (page - 1) * limit, after }),
    folderId !== null && word === '' ? null : countListed(deps.db, what),
  ])
  const read = cut(rows, limit, cursorOf)
  const [folder, ...above] = path
  const [presented, [presentedFolder = null]] = await Promise.all([
    // Search results may lie anywhere below; everything else is in this folder.
    presentTransfers(deps, actor, read.shown, word === '' ? { parents: () => path } : {}),
    folder ? presentTransfers(deps, actor, [folder], { parents: () => above }) : [],
  ])
  const { results, nextCursor } = cutToFit(read, presented, cursorOf)
  return {
    ...pageOf(results, { page, limit }, counted ?? folder?.itemCount ?? 0),
    folder: presentedFolder,
    nextCursor,
  }
}

export async function getTransfer(deps: Deps, actor: UserActor, id: string): Promise<Transfer> {
  const row = await requireOne(deps, actor, id)
  const bytes =
    row.type === 'FILE' ? null : await sumBelow.first(deps.db.pool, { owner: actor.id, ids: [id] })
  const presented = await presentTransfers(
    deps,
    actor,
    [row],
    bytes ? { sizes: new Map([[id, bytes.bytes]]) } : {},
  )
  const [one] = await withNewer(deps, actor, presented)
  if (!one) throw notFound()
  return one
}

/** Says which files are newer in their review. */
export async function withNewer(
  deps: Deps,
  actor: UserActor,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
  const found = await findNewer(
    deps,
    actor.id,
    transfers.flatMap(({ file }) => file?._id ?? []),
  )
  return transfers.map((one) => {
    const newer = one.file && found.get(one.file._id)
    return newer ? { ...one, newer } : one
  })
}

/** By its own id, or its file's. */
export async function requireTransferOrFile(deps: Deps, actor: UserActor, id: string): Promise<TransferRow> {
  const row = await findTransferOrFile.first(deps.db.pool, { owner: actor.id, id })
  if (!row) throw notFound()
  return row
}

/** In their current state, in the order of the ids, without missing ones. */
export async function presentByIds(
  deps: Deps,
  actor: UserActor,
  ids: readonly string[],
): Promise<Transfer[]> {
  const rows = await findTransfers.rows(deps.db.pool, { owner: actor.id, ids })
  const places = new Map(ids.map((id, place) => [id, place]))
  const inOrder = rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  return presentTransfers(deps, actor, inOrder)
}

/** Five hundred at once would be mostly parents. */
export const withoutParents = (one: Transfer): Transfer => ({ ...one, parents: [] })

/** Two statements; one if the folders above are known. */
export async function presentTransfers(
  deps: Deps,
  actor: UserActor,
  rows: readonly TransferRow[],
  known: Partial<Pick<Around, 'parents' | 'sizes'>> = {},
): Promise<Transfer[]> {
  const fileIds = rows.flatMap((row) => (row.fileId === null ? [] : [row.fileId]))
  const [files, parents] = await Promise.all([
    presentOwnFiles(deps, actor, fileIds),
    known.parents ?? findParents(deps, rows),
  ])
  return rows.map((row) => presentTransfer(actor, row, { ...known, files, parents }))
}

async function findParents(deps: Deps, rows: readonly TransferRow[]): Promise<Around['parents']> {
  const ids = rows.filter((row) => row.parentId !== null).map((row) => row.id)
  const above = ids.length === 0 ? [] : await listParents.rows(deps.db.pool, { ids })
  const byId = Map.groupBy(above, (one) => one.ofId)
  return (id) => byId.get(id) ?? []
}

/** The folder and all folders above it. */
async function requirePath(deps: Deps, actor: UserActor, id: string): Promise<TransferRow[]> {
  const path = await listUpward.rows(deps.db.pool, { owner: actor.id, id })
  if (path[0]?.type !== 'FOLDER' || path[0].deletedAt !== null) throw notFound()
  return path
}

async function requireOne(deps: Deps, actor: UserActor, id: string): Promise<TransferRow> {
  const row = await findTransfers.first(deps.db.pool, { owner: actor.id, ids: [id] })
  if (!row) throw notFound()
  return row
}

const cursorOf = ({ type, sortKey, id }: ListedRow): string => writeCursor([type, sortKey, id])

function placeOf(cursor: string | undefined) {
  const parts = readCursor(cursor, Cursor)
  if (!parts) return null
  const [type, key, id] = parts
  return { type, key, id }
}
