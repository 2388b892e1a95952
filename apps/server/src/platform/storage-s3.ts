import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Garbage } from '#server/platform/collect-garbage'
import type { S3Config } from '#server/platform/config'
import {
  type ByteRange,
  type OpenObject,
  type Received,
  type Storage,
  StorageUnavailableError,
  type StoredObject,
} from '#server/platform/storage'
import { openDiskStorage } from '#server/platform/storage-disk'
import { checkedKey, derivedPlace, nameOf, placeOf, storedFolders } from '#server/platform/storage-places'
import { type Bucket, openBucket } from '#server/platform/storage-s3-bucket'
import { keepLocalCopies } from '#server/platform/storage-s3-local-copies'
import { sendFile, sweepParts } from '#server/platform/storage-s3-parts'
import { openS3Resumable } from '#server/platform/storage-s3-resumable'
import { checkBucket } from '#server/platform/storage-s3-start'

const maxLocalBytes = 2 * 1024 ** 3
const localForMs = 60_000
const readBufferBytes = 256 * 1024

/**
 * Files in an S3 bucket, named as on disk. `folder`: for temporary files and copies of originals. Throws a
 * StartupError.
 */
export async function openS3Storage(config: S3Config, folder: string, garbage?: Garbage): Promise<Storage> {
  const bucket = openBucket(config)
  await checkBucket(bucket, config)
  const local = await openDiskStorage(folder, garbage)
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
    resumable: openS3Resumable(bucket, temporaryPath, garbage),
    commit: async (received, key) => {
      const place = placeOf({ key })
      await bucket.put(markOf(key), 'not confirmed')
      if (isInBucket(received)) return bucket.copy(received.temporaryPath, place)
      await sendFile(bucket, place, received.temporaryPath)
      // It is rendered next: the bytes need not be fetched for that.
      const path = temporaryPath()
      await link(received.temporaryPath, path).then(
        () => copies.give(place, path, received.sizeBytes),
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
    open: async (name) =>
      smallPictures.test(name.derivative ?? '')
        ? openSmall(bucket, placeOf(name))
        : openAny(bucket, placeOf(name)),
    has: async (name) => (await bucket.head(placeOf(name))) !== null,
    remove: async (key) => {
      const remove = async (place: string) => {
        copies.drop(place)
        await bucket.remove(place)
      }
      await remove(placeOf({ key }))
      for await (const { name } of bucket.list(`${derivedPlace(key)}/`)) await remove(name)
    },
    keepDerivative: async (path, name) => {
      await sendFile(bucket, placeOf(name), path)
      await rm(path, { force: true })
    },
    withLocalFile: (name, use) => copies.with(placeOf(name), use),
    list: () => listStored(bucket),
    sweepTemporary: async (olderThanMs) =>
      (await local.sweepTemporary(olderThanMs)) + (await sweepParts(bucket, olderThanMs)),
    check: () => bucket.check(),
  }
}

/** A mark exists beside an unconfirmed key. */
const marks = 'pending/'
const markOf = (key: string) => `${marks}${checkedKey(key)}`

/** The bucket joins uploaded pieces; a form's upload waits on this machine. */
const isInBucket = ({ temporaryPath }: Received) => !isAbsolute(temporaryPath)

async function download(bucket: Bucket, name: string, path: string): Promise<void> {
  const found = await bucket.get(name)
  if (found) await pipeline(found.body, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

async function* listStored(bucket: Bucket): AsyncGenerator<StoredObject> {
  for (const folder of storedFolders) {
    for await (const { name: place, ...info } of bucket.list(`${folder}/`)) {
      const name = nameOf(place)
      if (name) yield { ...name, place, ...info }
    }
  }
}

/** Requests the bytes once the wanted range is known. */
async function openAny(bucket: Bucket, place: string): Promise<OpenObject | null> {
  const found = await bucket.head(place)
  return found && { ...found, stream: (range) => streamLater(bucket, place, range), close: async () => {} }
}

const smallPictures = /^(thumbnail|page-)/

/** What is small and wanted whole takes one request. */
async function openSmall(bucket: Bucket, place: string): Promise<OpenObject | null> {
  const found = await bucket.get(place)
  if (!found) return null
  const { sizeBytes, modifiedAt, body } = found
  const close = async () => {
    body.destroy()
  }
  const stream = (range?: ByteRange) => {
    if (!range) return body
    body.destroy()
    return streamLater(bucket, place, range)
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
