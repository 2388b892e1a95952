import { createWriteStream } from 'node:fs'
import { link, open, readFile, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3Config } from '#server/platform/config'
import {
  type ByteRange,
  type OpenObject,
  type Received,
  type Storage,
  StorageUnavailableError,
  type StoredName,
} from '#server/platform/storage'
import { openDiskStorage } from '#server/platform/storage-disk'
import { checkedKey, derivedPlace, placeOf } from '#server/platform/storage-places'
import { type Bucket, openBucket } from '#server/platform/storage-s3-bucket'
import { keepLocalCopies } from '#server/platform/storage-s3-local-copies'
import { partBytes, sendParts } from '#server/platform/storage-s3-parts'
import { openS3Resumable } from '#server/platform/storage-s3-resumable'
import { checkBucket } from '#server/platform/storage-s3-start'

const maxLocalBytes = 2 * 1024 ** 3
const localForMs = 60_000
const readBufferBytes = 256 * 1024

/**
 * Keeps files in an S3 bucket, under the names that they would have on disk. `folder` is for what is only passing:
 * uploads as they arrive, and copies of originals for the programs that draw them.
 * Throws a StartupError where the bucket cannot be used.
 */
export async function openS3Storage(config: S3Config, folder: string): Promise<Storage> {
  const bucket = openBucket(config)
  await checkBucket(bucket, config)
  const local = await openDiskStorage(folder)
  const { temporaryPath } = local
  const copies = keepLocalCopies({
    measure: async (place) => (await bucket.head(place))?.sizeBytes ?? 0,
    fetch: (place, path) => download(bucket, place, path),
    temporaryPath,
    maxBytes: maxLocalBytes,
    keptMs: localForMs,
  })

  return {
    ...local,
    resumable: openS3Resumable(bucket, temporaryPath),
    commit: async (received, key) => {
      if (isInBucket(received)) {
        await bucket.put(markOf(key), noParts)
        return bucket.copy(received.temporaryPath, placeOf({ key }))
      }
      await putFile(bucket, received, key)
      // It is drawn next: the bytes need not come back for that.
      const path = temporaryPath()
      await link(received.temporaryPath, path).then(
        () => copies.give(placeOf({ key }), path, received.sizeBytes),
        () => {},
      )
    },
    discard: async (received) => {
      if (!isInBucket(received)) await local.discard(received)
    },
    confirm: (key) => bucket.remove(markOf(key)),
    pending: async (olderThanMs) => {
      const before = Date.now() - olderThanMs
      const keys: string[] = []
      for await (const { name, modifiedAt } of bucket.list(marks))
        if (modifiedAt.getTime() <= before) keys.push(name.slice(marks.length))
      return keys
    },
    open: (name) => (isWantedWhole(name) ? openWhole(bucket, name) : openInPart(bucket, name)),
    has: async (name) => (await bucket.head(placeOf(name))) !== null,
    remove: async (key) => {
      copies.drop(placeOf({ key }))
      await abandonParts(bucket, key)
      await bucket.remove(placeOf({ key }))
      for await (const { name } of bucket.list(`${derivedPlace(key)}/`)) {
        copies.drop(name)
        await bucket.remove(name)
      }
    },
    keepDerivative: async (path, name) => {
      await putWhole(bucket, path, placeOf(name))
      await rm(path, { force: true })
    },
    withLocalFile: (name, use) => copies.with(placeOf(name), use),
    check: () => bucket.look(),
  }
}

/** A mark stands beside a key that is not confirmed, and names its upload in parts, so that the sweep finds both. */
const marks = 'pending/'
const noParts = 'no parts'
const markOf = (key: string) => `${marks}${checkedKey(key)}`

/** Pieces are put together in the bucket; what came by a form waits on this machine. */
const isInBucket = ({ temporaryPath }: Received) => !isAbsolute(temporaryPath)

async function putFile(bucket: Bucket, { temporaryPath, sizeBytes }: Received, key: string): Promise<void> {
  if (sizeBytes <= partBytes) {
    await bucket.put(markOf(key), noParts)
    return bucket.put(placeOf({ key }), await readFile(temporaryPath))
  }
  const upload = await bucket.startParts(placeOf({ key }))
  await bucket.put(markOf(key), upload.uploadId)
  await using file = await open(temporaryPath, 'r')
  const parts = await sendParts(bucket, upload, { file, from: 0, to: sizeBytes, firstNumber: 1 })
  await bucket.completeParts(upload, parts)
}

async function putWhole(bucket: Bucket, path: string, place: string): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size <= partBytes) return bucket.put(place, await file.readFile())
  const upload = await bucket.startParts(place)
  try {
    const parts = await sendParts(bucket, upload, { file, from: 0, to: size, firstNumber: 1 })
    await bucket.completeParts(upload, parts)
  } catch (error) {
    await bucket.abortParts(upload)
    throw error
  }
}

async function abandonParts(bucket: Bucket, key: string): Promise<void> {
  const mark = await bucket.get(markOf(key))
  const uploadId = mark === null ? noParts : await text(mark.body)
  if (uploadId !== noParts) await bucket.abortParts({ name: placeOf({ key }), uploadId })
}

async function download(bucket: Bucket, name: string, path: string): Promise<void> {
  const found = await bucket.get(name)
  if (found) await pipeline(found.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

/** Thumbnails and previews are; of originals and of all tiles of a picture mostly a part is wanted. */
const isWantedWhole = ({ derivative }: StoredName) =>
  derivative !== undefined && !derivative.startsWith('tiles')

/** Asks for the bytes when it is known which are wanted. */
async function openInPart(bucket: Bucket, name: StoredName): Promise<OpenObject | null> {
  const found = await bucket.head(placeOf(name))
  return (
    found && { ...found, stream: (range) => streamLater(bucket, placeOf(name), range), close: async () => {} }
  )
}

/** These are small: one request. */
async function openWhole(bucket: Bucket, name: StoredName): Promise<OpenObject | null> {
  const found = await bucket.get(placeOf(name))
  if (!found) return null
  const { sizeBytes, modifiedAt, body } = found
  const close = async () => {
    body.destroy()
  }
  const stream = (range?: ByteRange) => {
    if (!range) return body
    body.destroy()
    return streamLater(bucket, placeOf(name), range)
  }
  return { sizeBytes, modifiedAt, stream, close }
}

function streamLater(bucket: Bucket, name: string, range?: ByteRange): Readable {
  const through = new PassThrough({ highWaterMark: readBufferBytes })
  const pour = async () => {
    const found = await bucket.get(name, range)
    if (!found) throw new StorageUnavailableError('The object went away')
    await pipeline(found.body, through)
  }
  pour().catch((error: unknown) => through.destroy(error instanceof Error ? error : undefined))
  return through
}
