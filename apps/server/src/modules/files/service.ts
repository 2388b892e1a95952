import { extensionOf, fileMessages, isAcceptedKind } from '@wingmark/contract/file-types'
import type { File } from '@wingmark/contract/files'
import { copyName, createNames, type NameSet } from '@wingmark/contract/transfer-names'
import type { Version } from '@wingmark/contract/versions'
import { v7 as uuid } from 'uuid'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import { mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { addAttachmentEvents, addDetachmentEvents } from '#server/modules/files/attachments/service'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { fileAbilities, isOwnFile, ownFileAbilities } from '#server/modules/files/policy'
import { type FileAbilities, type FileView, presentFile } from '#server/modules/files/present'
import { unsafePutAside } from '#server/modules/files/removal/service'
import { redraw, unlock } from '#server/modules/files/retry-rendering/service'
import {
  findFile,
  listReviewFiles,
  lockReviewOf,
  lockWithAttachments,
  updateName,
} from '#server/modules/files/store'
import { findRefusal } from '#server/modules/files/upload/service'
import { insertDuplicate } from '#server/modules/files/upload/store'
import { unsafeRemoveVersion, unsafeRestoreVersion } from '#server/modules/files/versions/removal/service'
import {
  unsafeAddVersion,
  unsafeChangeVersion,
  unsafeListVersions,
  type VersionChange,
} from '#server/modules/files/versions/service'
import { countOnCurrent } from '#server/modules/files/versions/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'
import { cleanFileName, nameAgrees, withExtensionOf } from '#server/platform/media/file-name'
import { randomKey } from '#server/platform/tokens'

export { cropUrl, fileUrls, presentAttachment } from '#server/modules/files/present'

/** The files under review, in order, as this caller may see them. */
export async function listFilesOfReview(deps: Deps, access: ReviewAccess): Promise<File[]> {
  const files = await readReviewFiles(deps, access.reviewId)
  const shown = mayReadEarlierVersions(access) ? files : await readWithoutEarlier(deps, files)
  return shown.map((file) => presentReviewFile(deps, file, access))
}

/** The same files for no particular caller: read once, presented to many. Checks no permission. */
export async function readReviewFiles(deps: Deps, reviewId: string): Promise<FileView[]> {
  return listReviewFiles(deps.db, reviewId)
}

/** The same as those see them who may see only current versions. */
export async function readWithoutEarlier(deps: Deps, files: readonly FileView[]): Promise<FileView[]> {
  const stacks = files.filter((file) => file.versionCount > 1).map(({ id }) => id)
  if (stacks.length === 0) return [...files]
  const counts = new Map(
    (await countOnCurrent.rows(deps.db.pool, { files: stacks })).map((one) => [one.id, one]),
  )
  return files.map((file) => {
    const said = counts.get(file.id)
    return said ? { ...file, ...said, versionCount: 1 } : file
  })
}

export function presentReviewFile(deps: Deps, file: FileView, access: ReviewAccess): File {
  return presentFile(deps, file, fileAbilities(access))
}

export async function getFile(deps: Deps, caller: Caller, id: string): Promise<File> {
  const { file, abilities } = await requireFile(deps, caller, id)
  return presentFile(deps, file, abilities)
}

/** A new extension must match the bytes; the old one may stay. */
export async function renameFile(deps: Deps, caller: UserCaller, id: string, name: string): Promise<File> {
  const { file, abilities } = await requireFile(deps, caller, id)
  if (!abilities.rename) throw forbidden()
  await deps.limits.consume({ fileByUser: caller.actor.id })
  const clean = cleanFileName(name)
  const fits = nameAgrees(clean, file.mime) || extensionOf(clean) === extensionOf(file.name)
  const fitting = fits && clean !== '' ? clean : withExtensionOf(clean, file.mime)
  await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, file)
    if (!(await updateName(tx, id, fitting))) throw notFound()
    const isAttached = (await addAttachmentEvents(tx, { file: id })).length > 0
    if (file.reviewId && !isAttached)
      await addEvent(tx, ofReview(file.reviewId), { event: 'file.ready', targetId: id })
  })
  if (file.reviewId) signalSubject(deps, ofReview(file.reviewId))
  return presentFile(deps, { ...file, name: fitting }, abilities)
}

/** An unattached file of the caller's own with the same bytes. */
export async function duplicateFile(
  deps: Deps,
  caller: UserCaller,
  id: string,
  idempotencyKey: string | null,
): Promise<File> {
  const { file, abilities } = await requireFile(deps, caller, id)
  if (!abilities.rename) throw forbidden()
  await deps.limits.consume({ fileByUser: caller.actor.id })
  if (!isAcceptedKind(file.kind, 'REVIEW'))
    throw invalidFields({ file: fileMessages.wrongType(file.name, 'REVIEW') })
  const copy = {
    fileId: uuid(),
    key: randomKey(),
    ofId: id,
    ownerId: caller.actor.id,
    name: cleanFileName(copyName({ type: 'FILE', name: file.name }, await namesBeside(deps, file))),
  }
  const madeId = await deps.db.orm.transaction(async (tx) => {
    const claim = { actor: caller.actor.id, key: idempotencyKey, resultId: copy.fileId }
    const earlier = await claimIdempotencyKey(tx, claim)
    if (earlier) return earlier
    const outcome = await insertDuplicate(tx, copy)
    if (outcome === 'made') return copy.fileId
    throw outcome === 'gone' ? notFound() : await findRefusal(tx, copy.ownerId)
  })
  return getFile(deps, caller, madeId)
}

/** Makes `withId` the next version; see `unsafeAddVersion`. Idempotent by key. */
export async function addVersion(
  deps: Deps,
  caller: UserCaller,
  id: string,
  given: { withId: string; note: string; startsFresh: boolean; key: string | null },
): Promise<File & { added: number }> {
  const { reviewId } = await requireStack(deps, caller, id)
  const added = await unsafeAddVersion(deps, { id, reviewId, userId: caller.actor.id, ...given })
  return { ...(await getFile(deps, caller, id)), added }
}

/** Newest first. */
export async function listVersions(deps: Deps, caller: Caller, id: string): Promise<Version[]> {
  const { file, abilities, onlyCurrent } = await requireFile(deps, caller, id)
  stackOf(file)
  const all = await unsafeListVersions(deps, id, abilities)
  if (!onlyCurrent) return all
  return all.filter((one) => one.isCurrent).map((one) => ({ ...one, file: { ...one.file, versionCount: 1 } }))
}

export async function changeVersion(
  deps: Deps,
  caller: UserCaller,
  { id, number }: { id: string; number: number },
  change: VersionChange,
): Promise<Version> {
  const { reviewId, abilities } = await requireStack(deps, caller, id)
  await unsafeChangeVersion(deps, { id, reviewId, number, userId: caller.actor.id }, change)
  const changed = (await unsafeListVersions(deps, id, abilities)).find((one) => one.number === number)
  if (!changed) throw notFound()
  return changed
}

/** See `unsafeRemoveVersion`; answers the file without it. */
export async function deleteVersion(
  deps: Deps,
  caller: UserCaller,
  { id, number }: { id: string; number: number },
): Promise<File> {
  const { reviewId } = await requireStack(deps, caller, id)
  await unsafeRemoveVersion(deps, { id, reviewId, number, userId: caller.actor.id })
  return getFile(deps, caller, id)
}

export async function restoreVersion(
  deps: Deps,
  caller: UserCaller,
  { id, number }: { id: string; number: number },
): Promise<File> {
  const { reviewId } = await requireStack(deps, caller, id)
  await unsafeRestoreVersion(deps, { id, reviewId, number, userId: caller.actor.id })
  return getFile(deps, caller, id)
}

/** A file of a review whose versions the caller may change. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function requireStack(deps: Deps, caller: UserCaller, id: string) {
  const { file, abilities } = await requireFile(deps, caller, id)
  if (!abilities.rename) throw forbidden()
  return { reviewId: stackOf(file), abilities }
}

function stackOf({ reviewId }: FileView): string {
  if (!reviewId) throw new DomainError('CONFLICT', { message: 'This file belongs to no review.' })
  return reviewId
}

/** Renders a file without a preview again. */
export async function redrawFile(deps: Deps, caller: UserCaller, id: string): Promise<File> {
  const { abilities } = await requireFile(deps, caller, id)
  await redraw(deps, { fileId: id, actor: caller.actor, mayEdit: abilities.rename })
  return getFile(deps, caller, id)
}

/** Unlocks a PDF with its password. Throws INVALID_FIELDS for a wrong one. */
export async function unlockFile(
  deps: Deps,
  caller: UserCaller,
  id: string,
  password: string,
): Promise<File> {
  const { abilities } = await requireFile(deps, caller, id)
  await unlock(deps, { fileId: id, actor: caller.actor, mayEdit: abilities.rename }, password)
  return getFile(deps, caller, id)
}

/** A job removes unshared bytes. Reviews keep it, with comments, for a day. Throws CONFLICT for a comment's whole content. */
export async function deleteFile(deps: Deps, caller: Caller, id: string): Promise<void> {
  const { file, abilities } = await requireFile(deps, caller, id)
  if (!abilities.delete) throw forbidden()
  if (file.isInTree)
    throw new DomainError('CONFLICT', { message: 'This file is in your transfers. Delete it there.' })
  const { reviewId } = file
  const subjects = await deps.db.orm.transaction(async (tx) => {
    const going = await lockWithAttachments(tx, file)
    if (going.length === 0) throw notFound()
    const isAttached = (await addDetachmentEvents(tx, id)).length > 0
    if (!reviewId || isAttached) {
      await unsafeDeleteFiles(tx, { ids: going })
      return []
    }
    const others = await unsafePutAside(deps, tx, { id, ids: going, reviewId })
    await addEvent(tx, ofReview(reviewId), { event: 'file.removed', targetId: id })
    return others
  })
  for (const subject of [...(reviewId ? [ofReview(reviewId)] : []), ...subjects]) signalSubject(deps, subject)
}

/** Days in UTC, newest first; within a day in the order of upload. */
export async function listFilesByDate(deps: Deps, caller: Caller, reviewId: string) {
  const access = await requireAccess(deps, caller, { review: reviewId })
  const files = await listFilesOfReview(deps, access)
  const byDate = Map.groupBy(
    files.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    (file) => file.createdAt.slice(0, 10),
  )
  return [...byDate].map(([date, files]) => ({ date, files })).toReversed()
}

async function requireFile(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ file: FileView; abilities: FileAbilities; onlyCurrent: boolean }> {
  const file = await findFile(deps.db, id)
  if (!file) throw notFound()
  if (file.reviewId) {
    const access = await requireAccess(deps, caller, { review: file.reviewId })
    const onlyCurrent = !mayReadEarlierVersions(access)
    const [shown = file] = onlyCurrent ? await readWithoutEarlier(deps, [file]) : []
    return { file: shown, abilities: fileAbilities(access), onlyCurrent }
  }
  if (!isOwnFile(file, caller.actor)) throw notFound()
  return { file, abilities: ownFileAbilities(caller.actor), onlyCurrent: false }
}

async function namesBeside(deps: Deps, { reviewId }: FileView): Promise<NameSet> {
  const beside = reviewId ? await readReviewFiles(deps, reviewId) : []
  return createNames(beside.map(({ name }) => name))
}
