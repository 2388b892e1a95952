import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Config } from '#server/platform/config'
import { type ByteRange, StorageFullError, StorageUnavailableError } from '#server/platform/storage'

export type ObjectInfo = { sizeBytes: number; modifiedAt: Date }
export type ListedObject = ObjectInfo & { name: string }
/** An object that is sent in parts: invisible before it is completed. */
export type PartUpload = { name: string; uploadId: string }
export type SentPart = { number: number; etag: string; sizeBytes: number }

/** The S3 calls that files need. Throws StorageFullError or StorageUnavailableError; a missing object is no error. */
export type Bucket = {
  put: (name: string, bytes: Buffer | string) => Promise<void>
  head: (name: string) => Promise<ObjectInfo | null>
  get: (name: string, range?: ByteRange) => Promise<(ObjectInfo & { body: Readable }) | null>
  /** Inside the store. */
  copy: (from: string, to: string) => Promise<void>
  /** A missing object is fine. */
  remove: (name: string) => Promise<void>
  list: (prefix: string) => AsyncGenerator<ListedObject>
  startParts: (name: string) => Promise<PartUpload>
  putPart: (upload: PartUpload, number: number, bytes: Buffer) => Promise<SentPart>
  /** May be repeated. */
  completeParts: (upload: PartUpload, parts: readonly SentPart[]) => Promise<void>
  /** Unfinished uploads of this name; none where the store does not list them. */
  begunParts: (name: string) => Promise<(PartUpload & { startedAt: Date })[]>
  /** A missing upload is fine. */
  abortParts: (upload: PartUpload) => Promise<void>
  /** One request; throws the store's own error. */
  check: () => Promise<void>
}

/** Until the first byte of an answer; with one retry, nobody waits longer than five seconds. */
const answeredWithinMs = 2_300
const attempts = 2
/** Until the answer to bytes that we send, at 100 kB a second or better. */
const sentWithin = (bytes: Buffer | string) => ({ requestTimeout: answeredWithinMs + bytes.length / 100 })
/** Until the answer to work on bytes that the store already has. */
const movedWithinMs = 240_000
const connections = 512

export function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config): Bucket {
  const agent = { keepAlive: true, maxSockets: connections }
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Stores other than Amazon's refuse or ignore the checksums that it would add by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 1_500,
      requestTimeout: answeredWithinMs,
      throwOnRequestTimeout: true,
      // A slow download pauses its connection for longer than any sensible limit.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const moving = { requestTimeout: movedWithinMs }
  const at = (name: string) => ({ Bucket: bucket, Key: name })
  const part = ({ name, uploadId }: PartUpload) => ({ ...at(name), UploadId: uploadId })

  return {
    async put(name, bytes) {
      await notified(client.send(new PutObjectCommand({ ...at(name), Body: bytes }), sentWithin(bytes)))
    },
    async head(name) {
      const found = await orNull(client.send(new HeadObjectCommand(at(name))))
      return found && infoOf(found)
    },
    async get(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await orNull(client.send(new GetObjectCommand({ ...at(name), Range })))
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new StorageUnavailableError('No bytes came')
      return { ...infoOf(found), body: found.Body }
    },
    async copy(from, to) {
      await notified(
        client.send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${from}` }), moving),
      )
    },
    async remove(name) {
      await orNull(client.send(new DeleteObjectCommand(at(name))))
    },
    async *list(prefix) {
      let next: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next })
        const page = await notified(client.send(command))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { name: Key ?? '', ...infoOf({ ContentLength: Size, LastModified }) }
        next = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (next !== undefined)
    },
    async startParts(name) {
      const { UploadId } = await notified(client.send(new CreateMultipartUploadCommand(at(name))))
      return { name, uploadId: UploadId ?? '' }
    },
    async putPart(upload, number, bytes) {
      const command = new UploadPartCommand({ ...part(upload), PartNumber: number, Body: bytes })
      const { ETag } = await notified(client.send(command, sentWithin(bytes)))
      return { number, etag: ETag ?? '', sizeBytes: bytes.length }
    },
    async completeParts(upload, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
      const command = new CompleteMultipartUploadCommand({ ...part(upload), MultipartUpload: { Parts } })
      const completed = await orNull(client.send(command, moving))
      if (completed) return
      // The answer of an earlier try may be lost: then the object exists.
      const found = await orNull(client.send(new HeadObjectCommand(at(upload.name))))
      const sizeBytes = parts.reduce((sum, { sizeBytes: bytes }) => sum + bytes, 0)
      if (found?.ContentLength !== sizeBytes) throw new StorageUnavailableError('An upload in parts was lost')
    },
    async begunParts(name) {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: name })
      const found = await notified(client.send(command).catch(nullIfRefused))
      return (found?.Uploads ?? [])
        .filter(({ Key }) => Key === name)
        .map(({ UploadId = '', Initiated }) => ({
          name,
          uploadId: UploadId,
          startedAt: Initiated ?? new Date(0),
        }))
    },
    async abortParts(upload) {
      await orNull(client.send(new AbortMultipartUploadCommand(part(upload))))
    },
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
    },
  }
}

const infoOf = (found: { ContentLength?: number; LastModified?: Date }): ObjectInfo => ({
  sizeBytes: found.ContentLength ?? 0,
  modifiedAt: found.LastModified ?? new Date(0),
})

const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'EntityTooLarge'])

/** The store's answer, as far as it is readable. */
export function answerOf(error: unknown): { status: number; name: string } {
  if (!(error instanceof Error)) return { status: 0, name: '' }
  const metadata = '$metadata' in error ? error.$metadata : null
  const isKnown = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  const status = isKnown && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0
  return { status, name: error.name }
}

function nullIfRefused(error: unknown): null {
  if ([403, 404, 405, 501].includes(answerOf(error).status)) return null
  throw error
}

async function notified<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent
  } catch (error) {
    const { status, name } = answerOf(error)
    if (status === 507 || fullNames.has(name))
      throw new StorageFullError('No space to store files', { cause: error })
    throw new StorageUnavailableError(`The file store failed (${name || 'no answer'})`, { cause: error })
  }
}

async function orNull<T>(sent: Promise<T>): Promise<T | null> {
  return notified(
    sent.catch((error: unknown) => {
      if (answerOf(error).status === 404) return null
      throw error
    }),
  )
}
