import type { Readable } from 'node:stream'
import { isNameAccepted } from '@wingmark/contract/file-names'
import { fileMessages } from '@wingmark/contract/file-types'
import { maxFileBytes } from '@wingmark/contract/limits'
import type { TusMetadata } from '@wingmark/contract/tus'
import { v7 as uuid } from 'uuid'
import type { Deps } from '#server/deps'
import { readMetadata, type TusCreation, type TusProgress } from '#server/http/tus'
import { quotaExceeded } from '#server/modules/files/quota/quota-exceeded'
import {
  claimUpload,
  deleteExpired,
  deleteForsaken,
  deleteUpload,
  findPlace,
  findUnfinished,
  findUploadOfFile,
  insertUpload,
  type NewUpload,
  touchUpload,
  type Upload,
} from '#server/modules/files/tus/store'
import {
  decidePlace,
  discardFile,
  findEarlierUpload,
  keepFile,
  markOfNetwork,
  type Place,
  presentUploaded,
  receiveFile,
  type Uploader,
  type UploadFields,
} from '#server/modules/files/upload/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { cleanFileName } from '#server/platform/media/file-name'

/** An upload, with what this request has decided about it. */
type Begun = { id: string; place: Place }
type Piece = { offset: number; announcedBytes: number | null; bytes: Readable }

const maxAgeHours = 24
/** Per person, or for all guests on one account. */
const maxUnfinished = 200
/** For all guests of one network on one account. */
const maxUnfinishedOfNetwork = 20
/** Grace for a running piece when another request takes its upload: a live connection advances, a dead one is cut. */
const giveWayMs = 500
/** Long names are cut as in the form; all headers of a request together have 16 KB. */
const maxMetadataBytes = 12_288
const leftoverAfterMs = 3_600_000

const busy = 'This upload is still being processed. Please try again in a moment.'
const elsewhere = 'The upload continues at another offset. Ask for it and send the rest.'
const tooMany = 'Too many uploads are unfinished. Finish or stop some of them first.'

/** The result of an earlier upload with this Idempotency-Key. */
export async function findUnverified(
  deps: Deps,
  uploader: Uploader,
): Promise<{ id: string; progress: TusProgress } | null> {
  const file = await findEarlierUpload(deps, uploader)
  if (!file) return null
  const id = (await findUploadOfFile(deps.db, file._id)) ?? file._id
  const notified = { offset: file.size, sizeBytes: file.size, metadataText: '', expiresAt: null }
  return { id, progress: { ...notified, file: { id: file._id, key: file.key } } }
}

/** Creates a resumable upload. Throws like `keepFile` for its size and name before any bytes; RATE_LIMITED, StorageFullError. */
export async function createUpload(
  deps: Deps,
  uploader: Uploader,
  wanted: TusCreation,
): Promise<{ id: string; progress: TusProgress }> {
  const begun = await beginUpload(deps, uploader, wanted)
  return { id: begun.id, progress: await progressOf(deps, uploader, begun) }
}

async function beginUpload(deps: Deps, uploader: Uploader, wanted: TusCreation): Promise<Begun> {
  const { upload, place } = await planUpload(deps, uploader, wanted)
  const forsaken = await deps.db.orm.transaction(async (tx) => {
    const most = { alike: maxUnfinished, ofNetwork: maxUnfinishedOfNetwork }
    let place = await findPlace(tx, upload, most)
    const gone = place === 'free' ? [] : await deleteForsaken(tx, upload)
    if (gone.length > 0) place = await findPlace(tx, upload, most)
    if (place === 'full') throw quotaExceeded(upload.guestId)
    if (place === 'many') throw new DomainError('RATE_LIMITED', { message: tooMany, retryAfterSeconds: 60 })
    await insertUpload(tx, upload, null)
    return gone
  })
  for (const id of forsaken) await deps.storage.resumable.remove(id)
  await deps.storage.resumable.create(upload.id, upload.size).catch(async (error: unknown) => {
    await deleteUpload(deps.db, upload.id)
    throw error
  })
  return { id: upload.id, place }
}

/** An upload whose creation carries all its bytes: nothing to resume, so a broken connection leaves nothing. */
export async function createWhole(
  deps: Deps,
  uploader: Uploader,
  wanted: TusCreation,
  bytes: Readable,
): Promise<{ id: string; progress: TusProgress }> {
  const { upload, place } = await planUpload(deps, uploader, wanted)
  const { filename: name = '', filetype: type } = wanted.metadata
  const file = { name, type, bytes, announcedBytes: wanted.sizeBytes }
  const received = await receiveFile(deps, uploader, file, place)
  try {
    const kept = await keepFile(deps, uploader, received, async (tx, fileId) => {
      await insertUpload(tx, upload, fileId)
      return fileId
    })
    return { id: upload.id, progress: finished(upload, kept) }
  } finally {
    await discardFile(deps, received)
  }
}

/** A creation with first bytes. A client without the answer cannot know its address, so then nothing is kept. */
export async function createWithPiece(
  deps: Deps,
  uploader: Uploader,
  wanted: TusCreation,
  bytes: Readable,
): Promise<{ id: string; progress: TusProgress }> {
  const begun = await beginUpload(deps, uploader, wanted)
  const piece = { offset: 0, announcedBytes: null, bytes }
  const progress = await append(deps, uploader, begun, piece).catch(async (error: unknown) => {
    await end(deps, uploader, begun).catch((left: unknown) =>
      deps.log.warn({ err: left }, 'left to the sweep'),
    )
    throw error
  })
  return { id: begun.id, progress }
}

/** The upload's offset. Records one whose last bytes arrived unrecorded. */
export async function findProgress(deps: Deps, uploader: Uploader, id: string): Promise<TusProgress> {
  return progressOf(deps, uploader, await requireUpload(deps, uploader, id))
}

const progressOf = (deps: Deps, uploader: Uploader, begun: Begun): Promise<TusProgress> =>
  withLock(deps, uploader, begun.id, async (upload) => {
    const offset = await keptBytes(deps, upload)
    return offset === upload.size ? finish(deps, uploader, upload, begun.place) : unfinished(upload, offset)
  })

/**
 * The last piece makes the file; cuts an older connection. Throws CONFLICT at a wrong offset, STORAGE_QUOTA, like
 * `Resumable.append`.
 */
export async function appendPiece(
  deps: Deps,
  uploader: Uploader,
  id: string,
  piece: Piece,
): Promise<TusProgress> {
  return append(deps, uploader, await requireUpload(deps, uploader, id), piece)
}

function append(
  deps: Deps,
  uploader: Uploader,
  { id, place }: Begun,
  { offset, announcedBytes, bytes }: Piece,
): Promise<TusProgress> {
  return withLock(deps, uploader, id, async (upload, signal) => {
    const kept = await keptBytes(deps, upload)
    if (offset !== kept) throw new DomainError('CONFLICT', { message: elsewhere })
    const limitBytes = upload.size - kept
    if (announcedBytes !== null && announcedBytes > limitBytes) throw new DomainError('UPLOAD_UNREADABLE')
    if (kept === upload.size) return finish(deps, uploader, upload, place)
    if (upload.freeBytes < upload.size)
      throw quotaExceeded(uploader.actor.kind === 'user' ? null : uploader.actor.id)
    const reached = await deps.storage.resumable.append(id, bytes, { offset, limitBytes, signal })
    return reached === upload.size ? finish(deps, uploader, upload, place) : unfinished(upload, reached)
  })
}

/** Cancels an upload; a file that it became stays. */
export async function endUpload(deps: Deps, uploader: Uploader, id: string): Promise<void> {
  await end(deps, uploader, await requireUpload(deps, uploader, id))
}

const end = (deps: Deps, uploader: Uploader, { id }: Begun): Promise<void> =>
  withLock(deps, uploader, id, async () => {
    await deleteUpload(deps.db, id)
    await deps.storage.resumable.remove(id)
  })

/** Removes uploads idle for a day, and bytes without an upload. */
export async function sweepUploads(deps: Deps, olderThanMs = leftoverAfterMs): Promise<void> {
  await deleteExpired(deps.db, maxAgeHours)
  const idle = await deps.storage.resumable.idle(olderThanMs)
  const known = await findUnfinished(deps.db, idle)
  for (const id of idle) if (!known.has(id)) await deps.storage.resumable.remove(id)
}

async function planUpload(
  deps: Deps,
  uploader: Uploader,
  wanted: TusCreation,
): Promise<{ upload: NewUpload; place: Place }> {
  const { sizeBytes, metadata, metadataText } = wanted
  const place = await decidePlace(deps, uploader, fieldsOf(metadata))
  const { ownerId, guestId, purpose } = place
  if (metadataText.length > maxMetadataBytes) throw new DomainError('UPLOAD_UNREADABLE')
  if (sizeBytes === 0 && purpose !== 'TRANSFER') throw invalidFields({ file: fileMessages.empty })
  const name = cleanFileName(metadata.filename ?? '')
  if (sizeBytes > maxFileBytes)
    throw new DomainError('TOO_LARGE', { message: fileMessages.tooLarge(name, sizeBytes) })
  // The bytes decide, but a name that cannot match need not be followed by 500 MB.
  if (!isNameAccepted(name, purpose))
    throw new DomainError('FILE_TYPE_NOT_ACCEPTED', { message: fileMessages.wrongType(name, purpose) })
  const { idempotencyKey } = uploader
  const network = guestId === null ? null : markOfNetwork(deps, uploader)
  const of = { id: uuid(), ownerId, guestId, network }
  return { upload: { ...of, size: sizeBytes, metadata: metadataText, idempotencyKey }, place }
}

/** Runs `work` with the caller's upload, locked across processes. */
async function withLock<T>(
  deps: Deps,
  uploader: Uploader,
  id: string,
  work: (upload: Upload, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  let giveWay: NodeJS.Timeout | undefined
  const unlock = await deps.locks.take(`upload ${id}`, {
    onWanted: () => (giveWay ??= setTimeout(() => stop.abort(), giveWayMs)),
    onLost: () => stop.abort(),
  })
  if (!unlock) throw new DomainError('CONFLICT', { message: busy })
  try {
    return await work(await requireOwn(deps, uploader, id), stop.signal)
  } finally {
    clearTimeout(giveWay)
    await unlock()
  }
}

/** Checks each request: the creator, and for a guest whether the link still allows it. */
async function requireUpload(deps: Deps, uploader: Uploader, id: string): Promise<Begun> {
  const { metadata } = await requireOwn(deps, uploader, id)
  return { id, place: await decidePlace(deps, uploader, fieldsOf(readMetadata(metadata))) }
}

async function requireOwn(deps: Deps, { actor }: Uploader, id: string): Promise<Upload> {
  const upload = await touchUpload(deps.db, { id, actorId: actor.id, maxAgeHours })
  if (!upload) throw notFound()
  return upload
}

async function keptBytes(deps: Deps, upload: Upload): Promise<number> {
  if (upload.fileId !== null) return upload.size
  const kept = await deps.storage.resumable.size(upload.id)
  if (kept === null) throw notFound()
  return kept
}

/** Fails with the same codes as the form; a repeated request gets the same file. */
async function finish(deps: Deps, uploader: Uploader, upload: Upload, place: Place): Promise<TusProgress> {
  const metadata = readMetadata(upload.metadata)
  if (upload.fileId !== null)
    return finished(upload, await presentUploaded(deps, place.abilities, upload.fileId))
  const bytes = await deps.storage.resumable.finish(upload.id)
  const received = { name: cleanFileName(metadata.filename ?? ''), type: metadata.filetype, bytes, place }
  const sender = { ...uploader, idempotencyKey: upload.idempotencyKey }
  const kept = await keepFile(deps, sender, received, async (tx, fileId) => {
    const claimed = await claimUpload(tx, upload.id, fileId)
    if (claimed === null) throw notFound()
    return claimed
  }).catch(async (error: unknown) => {
    // An unacceptable file stays so; missing storage can be freed.
    if (error instanceof DomainError && error.code === 'FILE_TYPE_NOT_ACCEPTED') {
      await deleteUpload(deps.db, upload.id)
      await deps.storage.resumable.remove(upload.id)
    }
    throw error
  })
  await deps.storage.resumable.remove(upload.id)
  return finished(upload, kept)
}

const unfinished = (upload: Upload, offset: number): TusProgress => ({
  offset,
  sizeBytes: upload.size,
  metadataText: upload.metadata,
  expiresAt: new Date(upload.touchedAt.getTime() + maxAgeHours * 3_600_000),
  file: null,
})

const finished = (
  { size, metadata }: Pick<Upload, 'size' | 'metadata'>,
  file: { _id: string; key: string },
): TusProgress => ({
  offset: size,
  sizeBytes: size,
  metadataText: metadata,
  expiresAt: null,
  file: { id: file._id, key: file.key },
})

function fieldsOf({ purpose, review, target }: TusMetadata): UploadFields {
  const fields = new Map<string, string>()
  if (purpose !== undefined) fields.set('purpose', purpose)
  if (review !== undefined) fields.set('review', review)
  if (target !== undefined) fields.set('target', target)
  return fields
}
