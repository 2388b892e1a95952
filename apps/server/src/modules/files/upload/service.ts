import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { isNameAccepted } from '@wingmark/contract/file-names'
import { mimeBySignature } from '@wingmark/contract/file-signature'
import {
  carriedMime,
  FilePurpose,
  fileMessages,
  fileTypeByExtension,
  fileTypeByMime,
  isAcceptedKind,
} from '@wingmark/contract/file-types'
import { type File, UploadTarget } from '@wingmark/contract/files'
import { Id } from '@wingmark/contract/ids'
import { accountFilesMax, maxFileBytes } from '@wingmark/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import { claimIdempotencyKey, findIdempotentResult } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { WriterActor } from '#server/http/actor'
import { canComment } from '#server/modules/access/policy'
import { requireAbility, requireAccess } from '#server/modules/access/service'
import { guestFileAbilities, ownFileAbilities } from '#server/modules/files/policy'
import { type FileAbilities, presentFile } from '#server/modules/files/present'
import { quotaExceeded } from '#server/modules/files/quota/quota-exceeded'
import { fewFiles, findFreeBytes, hasMostFiles, lockOwner } from '#server/modules/files/quota/store'
import { findFile } from '#server/modules/files/store'
import { findKnownStorageKeys, insertFile, type NewFile } from '#server/modules/files/upload/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'
import { type DetectedType, detectType } from '#server/platform/media/detect-type'
import { cleanFileName, withExtensionOf } from '#server/platform/media/file-name'
import { type Received, UploadEmptyError, UploadTooLargeError } from '#server/platform/storage'
import { randomKey } from '#server/platform/tokens'

export type Uploader = {
  actor: WriterActor
  /** The sender's network. */
  network: string
  share: string | null
  idempotencyKey: string | null
}
/** The form's fields; only hints, checked here. */
export type UploadFields = ReadonlyMap<string, string>

/** What a request may upload, and what it may do with that; decided before any byte is taken in. */
export type Place = {
  /** Whose storage is charged. */
  ownerId: string
  guestId: string | null
  purpose: FilePurpose
  target: string | null
  /** As it was asked for. */
  review: string | undefined
  abilities: FileAbilities
  decidedAt: number
}

/** `name` is clean, and may be empty; `type`: what the sender says of it. */
export type ReceivedFile = { name: string; type: string | undefined; bytes: Received; place: Place }
/** Holds its place until `discardFile`. */
export type ArrivedFile = ReceivedFile & { leave: () => void }

/** Records, in the same transaction, what the upload becomes; returns an earlier file's id if there is one. */
type NoteFile = (tx: Transaction, fileId: string) => Promise<string>

const svgMime = 'image/svg+xml'
const leftoverAfterMs = 3_600_000
/** What has been arriving for longer is decided about again: its link may have been closed meanwhile. */
const decisionLastsMs = 60_000

/** An earlier upload with this Idempotency-Key, so that a repetition need not send the bytes again. */
export async function findEarlierUpload(deps: Deps, uploader: Uploader): Promise<File | null> {
  const { actor, share } = uploader
  const fileId = await findEarlierId(deps, uploader)
  if (fileId === null) return null
  const abilities =
    actor.kind === 'user'
      ? ownFileAbilities(actor)
      : guestFileAbilities(await requireAccess(deps, { actor, share }, 'shown link'))
  return presentUploaded(deps, abilities, fileId)
}

/** Throws KEY_REUSED for a key that came with another request. */
export async function findEarlierId(deps: Deps, uploader: Uploader): Promise<string | null> {
  const { actor, idempotencyKey: key, share } = uploader
  // A guest without a link is asked for the form first: it names the review.
  if (key === null || (actor.kind === 'guest' && share === null)) return null
  return findIdempotentResult(deps.db.orm, { actor: actor.id, key })
}

/**
 * Receives the bytes. Throws TOO_LARGE and `quotaExceeded` at the first byte too many, INVALID_FIELDS for none,
 * StorageFullError, RATE_LIMITED.
 */
export async function receiveFile(
  deps: Deps,
  uploader: Uploader,
  file: { name: string; type: string | undefined; bytes: Readable; announcedBytes: number },
  place: Place,
): Promise<ArrivedFile> {
  const { ownerId, guestId, purpose } = place
  const network = guestId === null ? null : markOfNetwork(deps, uploader)
  const admitted = deps.memory.files.admission.admit({
    account: uploader.actor.id,
    network: uploader.network,
    guestId,
    payer: network === null ? ownerId : `${ownerId} ${network}`,
    freeBytes: await findFreeBytes(deps.db, { ownerId, network }),
    announcedBytes: file.announcedBytes || null,
  })
  const name = cleanFileName(file.name)
  try {
    const bytes = await deps.storage.receive(file.bytes, {
      limitBytes: admitted.limitBytes,
      takesEmpty: purpose === 'TRANSFER',
    })
    return { name, type: file.type, bytes, place, leave: admitted.end }
  } catch (error) {
    admitted.end()
    if (error instanceof UploadEmptyError) throw invalidFields({ file: fileMessages.empty })
    if (!(error instanceof UploadTooLargeError)) throw error
    if (error.limitBytes < maxFileBytes) throw quotaExceeded(guestId)
    const size = Math.max(file.announcedBytes, maxFileBytes + 1)
    throw new DomainError('TOO_LARGE', { message: fileMessages.tooLarge(name, size) })
  }
}

/**
 * Detects the type, syncs bytes to disk, then one transaction. Throws FILE_TYPE_NOT_ACCEPTED, STORAGE_QUOTA,
 * StorageFullError, like `decidePlace` after a minute.
 */
export async function keepFile(
  deps: Deps,
  uploader: Uploader,
  received: ReceivedFile,
  note?: NoteFile,
): Promise<File> {
  const { ownerId, guestId, purpose, target, abilities } = await stillPlaced(deps, uploader, received.place)
  const { name, mime, kind } = await decideType(received, purpose)
  const storageKey = newStorageKey()
  const size = received.bytes.sizeBytes
  const ids = { fileId: uuid(), blobId: uuid(), key: randomKey(), storageKey }
  await deps.storage.commit(received.bytes, storageKey)
  const { priority, burst } = deps.memory.files
  // One person can be many guests, but from one network.
  const renderedFor = priority.next(guestId === null ? ownerId : markOfNetwork(deps, uploader))
  const file: NewFile = { ...ids, renderedFor, size, mime, kind, ownerId, guestId, purpose, name, target }
  const madeId = await record(deps, uploader, file, note).catch(async (error: unknown) => {
    // Other errors may hide a successful commit: then the sweep decides by the database.
    if (error instanceof DomainError) await removeUnrecorded(deps, storageKey)
    throw error
  })
  burst.note(file.blobId, renderedFor.uploader)
  // The file is recorded: the sweep handles any later failure.
  const settle =
    madeId === file.fileId ? deps.storage.confirm(storageKey) : removeUnrecorded(deps, storageKey)
  const settled = settle.catch((error: unknown) =>
    deps.log.warn({ err: error, storageKey }, 'left to the sweep'),
  )
  const made = await presentUploaded(deps, abilities, madeId)
  await settled
  return made
}

export async function discardFile(deps: Deps, received: ArrivedFile): Promise<void> {
  received.leave()
  await deps.storage.discard(received.bytes)
}

/** Removes leftovers of uploads whose process ended midway. */
export async function sweepLeftovers(deps: Deps, olderThanMs = leftoverAfterMs): Promise<void> {
  await deps.storage.sweepTemporary(olderThanMs)
  const pending = await deps.storage.pending(olderThanMs)
  const known = await findKnownStorageKeys(deps.db, pending)
  for (const key of pending) {
    if (!known.has(key)) await deps.storage.remove(key)
    await deps.storage.confirm(key)
  }
}

async function record(deps: Deps, uploader: Uploader, file: NewFile, note?: NoteFile): Promise<string> {
  const { actor, idempotencyKey } = uploader
  const isOwners = file.guestId === null
  const isAlone = idempotencyKey === null && !note
  // A single statement needs no transaction around it.
  if (isOwners && isAlone && (await insertFile(deps.db.orm, file, fewFiles))) return file.fileId
  return deps.db.orm.transaction(async (tx) => {
    const claim = { actor: actor.id, key: idempotencyKey, resultId: file.fileId }
    const earlier = await claimIdempotencyKey(tx, claim)
    const fileId = earlier ?? file.fileId
    const noted = note ? await note(tx, fileId) : fileId
    if (noted !== file.fileId) return noted
    if (isOwners && !isAlone && (await insertFile(tx, file, fewFiles))) return fileId
    // A statement after the lock must read what exists, or parallel uploads would not see each other.
    await lockOwner(tx, file.ownerId)
    if (!(await insertFile(tx, file, accountFilesMax)))
      throw await findRefusal(tx, file.ownerId, file.guestId)
    return fileId
  })
}

/** Why a file was not recorded, for the user. */
export async function findRefusal(
  db: Queryable,
  ownerId: string,
  guestId: string | null = null,
): Promise<DomainError> {
  const isMany = guestId === null && (await hasMostFiles(db, ownerId))
  return isMany ? new DomainError('STORAGE_QUOTA', { message: fileMessages.tooMany }) : quotaExceeded(guestId)
}

/** Serialises multi-step changes of an account's files. */
export const lockAccount: (tx: Queryable, ownerId: string) => Promise<void> = lockOwner

/** Identifies guests, who can have many names; meaningless elsewhere. */
export const markOfNetwork = (deps: Deps, { network }: Uploader): string =>
  deps.signer.sign(['uploads from', network])

export const newStorageKey = (): string => randomUUID().replaceAll('-', '')

/** Removes stored bytes without a record. */
export async function removeUnrecorded(deps: Deps, storageKey: string): Promise<void> {
  await deps.storage.remove(storageKey)
  await deps.storage.confirm(storageKey)
}

/** Decides whose quota it uses and which review it joins. Guests use the review owner's, if the link allows it. */
export async function decidePlace(
  deps: Deps,
  { actor, share }: Uploader,
  fields: UploadFields,
  decided?: Place,
): Promise<Place> {
  const parsed = FilePurpose.safeParse(fields.get('purpose') ?? 'REVIEW')
  if (!parsed.success) throw invalidFields({ purpose: `Choose one of: ${FilePurpose.options.join(', ')}` })
  const purpose = parsed.data
  const review = fields.get('review')
  const decidedAt = performance.now()
  if (actor.kind === 'user') {
    const target = readTarget(purpose, fields)
    const abilities = ownFileAbilities(actor)
    return { ownerId: actor.id, guestId: null, purpose, target, review, abilities, decidedAt }
  }
  if (purpose === decided?.purpose && review === decided.review) return decided
  if (purpose !== 'COMMENT' || review === undefined) throw forbidden()
  if (!Id.safeParse(review).success) throw notFound()
  const access = await requireAbility(deps, { actor, share }, { review }, canComment)
  const abilities = guestFileAbilities(access)
  return { ownerId: access.ownerId, guestId: actor.id, purpose, target: null, review, abilities, decidedAt }
}

async function stillPlaced(deps: Deps, uploader: Uploader, place: Place): Promise<Place> {
  const { guestId, purpose, review = '', decidedAt } = place
  if (guestId === null || performance.now() - decidedAt < decisionLastsMs) return place
  return decidePlace(deps, uploader, new Map(Object.entries({ purpose, review })))
}

function readTarget(purpose: FilePurpose, fields: UploadFields): string | null {
  const given = fields.get('target')
  if (purpose !== 'REVIEW' || given === undefined) return null
  const parsed = UploadTarget.safeParse(given)
  if (!parsed.success) throw invalidFields({ target: 'A target is the id of a review, or new.' })
  return parsed.data.toLowerCase()
}

async function decideType(received: ReceivedFile, purpose: FilePurpose) {
  const detected = await detectType(received.bytes.head)
  const mime = detected.kind === 'known' ? detected.mime : undefined
  const name = received.name === '' && mime ? withExtensionOf('file', mime) : received.name || 'file'
  const type = mime !== undefined && saysSo(received, mime) ? fileTypeByMime(mime) : undefined
  if (type && isNameAccepted(name, purpose) && isAcceptedKind(type.kind, purpose))
    return { name, mime: type.mime, kind: type.kind }
  if (purpose === 'TRANSFER') return { name, mime: carriedMime(name), kind: 'OTHER' as const }
  if (
    detected.kind === 'unknown' &&
    isNameAccepted(name, purpose) &&
    beginsAsNamed(name, received.bytes.head)
  )
    throw new DomainError('FILE_TYPE_NOT_ACCEPTED', { message: fileMessages.damaged(name) })
  throw new DomainError('FILE_TYPE_NOT_ACCEPTED', { message: refusalOf(detected, name, purpose) })
}

/** If the name is not the problem, the message says what the bytes are. */
function refusalOf(detected: DetectedType, name: string, purpose: FilePurpose): string {
  if (detected.kind === 'refused') return detected.reason
  const named = fileTypeByExtension(name)
  const isNameToBlame = named === undefined || !isAcceptedKind(named.kind, purpose)
  if (detected.kind === 'unknown' || isNameToBlame) return fileMessages.wrongType(name, purpose)
  if (detected.kind === 'foreign' && detected.isPicture) return fileMessages.wrongPicture(name, detected.name)
  const inside = detected.kind === 'foreign' ? detected.name : nameOfType(detected.mime)
  return fileMessages.wrongInside(name, inside, purpose)
}

const nameOfType = (mime: string) => (fileTypeByMime(mime)?.extensions[0] ?? mime).toUpperCase()

/** Starts like the type in its name, but continues differently. */
function beginsAsNamed(name: string, head: Buffer): boolean {
  const named = fileTypeByExtension(name)?.mime
  return named === svgMime ? /<svg[\s>]/i.test(head.toString('utf8')) : named === mimeBySignature(head)
}

/** Browsers run SVGs served as another type; other types may have any name. */
const saysSo = ({ name, type }: ReceivedFile, mime: string): boolean =>
  mime !== svgMime || type?.trim().toLowerCase() === svgMime || fileTypeByExtension(name)?.mime === svgMime

/** The file as its uploader sees it; throws NOT_FOUND if it is gone. */
export async function presentUploaded(deps: Deps, abilities: FileAbilities, fileId: string): Promise<File> {
  const file = await findFile(deps.db, fileId)
  if (!file) throw notFound()
  return presentFile(deps, file, abilities)
}
