import type { File } from '@wingmark/contract/files'
import { accountFilesMax } from '@wingmark/contract/limits'
import { transferMessages } from '@wingmark/contract/transfers'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { Grant } from '#server/modules/access/policy'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import * as store from '#server/modules/files/for-transfers/store'
import { noteDamage, openSound, takeCrc32 } from '#server/modules/files/integrity/service'
import { ownFileAbilities } from '#server/modules/files/policy'
import { presentFile } from '#server/modules/files/present'
import { listFilesById, listSentFiles, updateName } from '#server/modules/files/store'
import { findRefusal, lockAccount } from '#server/modules/files/upload/service'
import { DomainError } from '#server/platform/domain-error'
import { cleanFileName } from '#server/platform/media/file-name'
import type { ZipSource } from '#server/platform/zip/read'

export { lockAccount }

/** Files of these records as their owner sees them, by id. One statement. */
export async function presentOwnFiles(
  deps: Deps,
  actor: UserActor,
  ids: readonly string[],
): Promise<Map<string, File>> {
  const files = ids.length === 0 ? [] : await listFilesById(deps.db, ids)
  const abilities = ownFileAbilities(actor)
  return new Map(files.map((file) => [file.id, presentFile(deps, file, { ...abilities, delete: false })]))
}

/** These files for someone with a link, by id. Picture addresses are empty without previews. One statement. */
export async function presentSentFiles(
  deps: Deps,
  ids: readonly string[],
  may: { grant: Grant; endsAt: Date | null; download: boolean; preview: boolean },
): Promise<Map<string, File>> {
  const files = ids.length === 0 ? [] : await listSentFiles(deps.db, ids)
  const { preview, ...rest } = may
  const presented = files.map((file) => presentFile(deps, file, { rename: false, delete: false, ...rest }))
  return new Map(presented.map((file) => [file._id, preview ? file : withoutPreview(file)]))
}

function withoutPreview(file: File): File {
  const shown = { ...file, thumbnailUrl: '', previewUrl: '' }
  delete shown.tiles
  return shown
}

export type Placed = { size: number }

/**
 * Puts the owner's file into their tree; idempotent. Throws CONFLICT for a review's, comment's or message's file; null
 * if missing.
 */
export async function placeFile(
  tx: Transaction,
  { id, owner, name }: { id: string; owner: string; name: string },
): Promise<Placed | null> {
  const found = await store.lockCandidate.first(tx, { id, owner })
  if (!found || found.transferState === 'IN_BIN') return null
  if (found.isElsewhere) throw new DomainError('CONFLICT', { message: transferMessages.fileInReview })
  if (found.isInMessage) throw new DomainError('CONFLICT', { message: transferMessages.fileInMessage })
  if (found.transferState === null)
    await store.placeInTree.rows(tx, { id, name: cleanFileName(name) || found.name })
  return { size: found.size }
}

export async function renamePlaced(tx: Transaction, id: string, name: string): Promise<void> {
  const clean = cleanFileName(name)
  if (clean !== '') await updateName(tx, id, clean)
}

/** Refunds the storage; the bytes stay until `deletePlaced`. */
export async function putIntoBin(tx: Transaction, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await store.moveToBin.rows(tx, { owner, ids })
}

/** Charges it again. Throws STORAGE_QUOTA. */
export async function takeOutOfBin(tx: Transaction, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if (!(await store.takeFromBin.first(tx, { owner, ids }))) throw await findRefusal(tx, owner)
}

export async function deletePlaced(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await unsafeDeleteFiles(tx, { ids })
}

/** An original in the owner's tree, under its name there; `open` returns null once it is damaged. */
export async function findPlaced(deps: Deps, owner: string, id: string) {
  const file = await store.listPlaced.first(deps.db.pool, { ids: [id], owner })
  return (
    file && {
      identity: `${file.key}/`,
      mime: file.mime,
      name: file.name,
      open: () => openSound(deps, file),
    }
  )
}

export type Original = store.PlacedFile

/** The originals of these files in the owner's tree, by file. One statement. */
export async function listOriginals(
  deps: Deps,
  owner: string,
  ids: readonly string[],
): Promise<Map<string, Original>> {
  const files = await store.listPlaced.rows(deps.db.pool, { ids, owner })
  return new Map(files.map((file) => [file.id, file]))
}

/** Ten parallel zips must hold little between garbage collections: whatever survives two of them stays much longer. */
const zipPieceBytes = 64 * 1024

/** Originals for a zip; one found damaged is left out of the next. */
export function originalsSource(deps: Deps): ZipSource<Original> {
  const onDamage = (file: Original) => noteDamage(deps, file)
  const fail = async (file: Original): Promise<never> => {
    await onDamage(file)
    throw new Error(`Stored bytes are damaged: ${file.storageKey}`)
  }
  return {
    onDamage,
    leave: (bytes) => deps.memory.garbage.leave(bytes),
    crc32: async (file) => file.crc32 ?? (file.crc32 = await takeCrc32(deps, file)) ?? fail(file),
    open: async (file, range) => (await openSound(deps, file))?.stream(range, zipPieceBytes) ?? fail(file),
  }
}

/** The current versions in reviews of what these files of the owner hold earlier ones of. */
export async function findNewer(deps: Deps, owner: string, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await store.findNewer.rows(deps.db.pool, { ids, owner })
  return new Map(rows.map(({ id, ...newer }) => [id, newer]))
}

type Copy = { id: string; key: string; of: string; name: string }

/** Copies of files of `from` that share their bytes, charged to `owner`. Throws STORAGE_QUOTA, CONFLICT if one is gone. */
export const copyPlaced = (
  tx: Transaction,
  { from, owner }: { from: string; owner: string },
  copies: readonly Copy[],
): Promise<void> => copyBytes(tx, store.insertCopies, { from, owner }, copies)

/** The same for a review's files. */
export const copyOfReview = (
  tx: Transaction,
  { review, owner }: { review: string; owner: string },
  copies: readonly Copy[],
): Promise<void> => copyBytes(tx, store.insertReviewCopies, { from: review, owner }, copies)

/** In its order. */
export const listReviewFiles = (tx: Transaction, review: string) => store.listReviewFiles.rows(tx, { review })

async function copyBytes(
  tx: Transaction,
  insert: typeof store.insertCopies,
  { from, owner }: { from: string; owner: string },
  copies: readonly Copy[],
): Promise<void> {
  if (copies.length === 0) return
  if (copies.length > accountFilesMax) throw await findRefusal(tx, owner)
  await store.lockBytes.rows(tx, { ids: copies.map((copy) => copy.of) })
  const made = await insert.first(tx, { from, owner, copies: JSON.stringify(copies) })
  if (!made) throw await findRefusal(tx, owner)
  if (made.made !== copies.length) throw new DomainError('CONFLICT')
}

/** The bytes that this owner's trash may hold, equal to their plan's storage. */
export async function findBinLimit(tx: Transaction, owner: string): Promise<number> {
  return (await store.findLimit.first(tx, { owner }))?.limit ?? 0
}
