import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Garbage } from '#server/platform/collect-garbage'
import { writeStream } from '#server/platform/disk-files'
import { isUuid } from '#server/platform/ids'
import { HEAD_BYTES, type Resumable, StorageUnavailableError } from '#server/platform/storage'
import type { Bucket } from '#server/platform/storage-s3-bucket'
import { partBytes, readBytes, sendParts } from '#server/platform/storage-s3-parts'

const Part = z.object({ number: z.number(), etag: z.string(), sizeBytes: z.number() })
/** What is stored of an upload. Written after the bytes: a kill in between only loses bytes. */
const State = z.object({
  /** For the parts; null before the first. */
  uploadId: z.string().nullable(),
  parts: z.array(Part),
  /** Bytes after the last part, too few for another one; in an object of their own. */
  restBytes: z.number(),
  /** The first bytes, in base64. */
  head: z.string(),
  isWhole: z.boolean(),
})
type State = z.infer<typeof State>

const lookAgainMs = 20
const partsAtOnce = 4

const inParts = (state: State) => state.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
const sizeIn = (state: State) => inParts(state) + state.restBytes

/** Uploads in pieces, stored in the bucket: every process can continue them. */
export function openS3Resumable(bucket: Bucket, temporaryPath: () => string, garbage?: Garbage): Resumable {
  const folderOf = (id: string) => {
    if (!isUuid(id)) throw new Error('Not an id of an upload')
    return `resumable/${id}/`
  }
  const wholePlace = (id: string) => `${folderOf(id)}whole`
  const statePlace = (id: string) => `${folderOf(id)}state`
  const restPlace = (id: string, state: State) => `${folderOf(id)}rest-${inParts(state)}`

  const load = async (id: string): Promise<State | null> => {
    const found = await bucket.get(statePlace(id))
    return found && State.parse(await json(found.body))
  }
  const mustLoad = async (id: string) => {
    const state = await load(id)
    if (!state) throw new Error('No such upload')
    return state
  }
  const save = (id: string, state: State) => bucket.put(statePlace(id), JSON.stringify(state))
  const uploadOf = (id: string, { uploadId }: State) => ({ name: wholePlace(id), uploadId: uploadId ?? '' })

  /** Sends what is written of `file` in full parts, a few at a time; false with less than one part. */
  const sendFull = async (id: string, state: State, { file, sent }: Piece, writtenBytes: number) => {
    const count = Math.min(partsAtOnce, Math.floor((writtenBytes - sent) / partBytes))
    if (count === 0) return 0
    state.uploadId ??= (await bucket.startParts(wholePlace(id))).uploadId
    if (state.parts.length === 0) state.head = (await readHead(file)).toString('base64')
    const to = sent + count * partBytes
    const place = { file, from: sent, to, firstNumber: state.parts.length + 1 }
    state.parts.push(...(await sendParts(bucket, uploadOf(id, state), place)))
    state.restBytes = 0
    await save(id, state)
    return count * partBytes
  }

  /** Stores what is left of `file` after the last full part. */
  const keepRest = async (id: string, state: State, { file, sent }: Piece, writtenBytes: number) => {
    const restBytes = writtenBytes - sent
    if (restBytes === state.restBytes) return
    if (state.parts.length === 0) state.head = (await readHead(file)).toString('base64')
    await bucket.put(restPlace(id, state), await readBytes(file, sent, restBytes))
    state.restBytes = restBytes
    await save(id, state)
  }

  /** Follows a file that is being written until `isOver`, and returns how far it came. */
  const sendWhileWritten = async (id: string, state: State, piece: Piece, isOver: () => boolean) => {
    for (;;) {
      const isLast = isOver()
      const { size } = await piece.file.stat()
      const sentBytes = await sendFull(id, state, piece, size)
      piece.sent += sentBytes
      if (sentBytes > 0) continue
      if (isLast) return keepRest(id, state, piece, size)
      await sleep(lookAgainMs)
    }
  }

  const completeWhole = async (id: string, state: State) => {
    if (state.restBytes > 0) {
      const rest = await mustRead(bucket, restPlace(id, state), state.restBytes)
      state.parts.push(await bucket.putPart(uploadOf(id, state), state.parts.length + 1, rest))
      state.restBytes = 0
      await save(id, state)
    }
    await bucket.completeParts(uploadOf(id, state), state.parts)
    state.isWhole = true
    await save(id, state)
  }

  return {
    create: (id) => save(id, { uploadId: null, parts: [], restBytes: 0, head: '', isWhole: false }),
    size: async (id) => {
      const state = await load(id)
      return state && sizeIn(state)
    },
    append: async (id, source, { limitBytes, signal }) => {
      // At once: the connection can break while the store is asked.
      addAbortSignal(signal, source)
      const state = await mustLoad(id)
      const path = temporaryPath()
      try {
        const rest =
          state.restBytes === 0 ? '' : await mustRead(bucket, restPlace(id, state), state.restBytes)
        await writeFile(path, rest, { mode: 0o600 })
        await using file = await open(path, 'r')
        let isOver = false
        let isWanted = true
        const place = { path, flags: 'r+', start: state.restBytes } as const
        const target = { ...place, limitBytes, garbage, isWanted: () => isWanted }
        const writing = writeStream(source, target).finally(() => {
          isOver = true
        })
        const sending = sendWhileWritten(id, state, { file, sent: 0 }, () => isOver)
        sending.catch(() => {
          isWanted = false
        })
        const [written, sent] = await Promise.allSettled([writing, sending])
        if (sent.status === 'rejected') throw sent.reason
        if (written.status === 'rejected') throw written.reason
        return sizeIn(state)
      } finally {
        await rm(path, { force: true })
      }
    },
    finish: async (id) => {
      const state = await mustLoad(id)
      const received = { sizeBytes: sizeIn(state), head: Buffer.from(state.head, 'base64') }
      if (state.uploadId === null) return { temporaryPath: restPlace(id, state), ...received }
      if (!state.isWhole) await completeWhole(id, state)
      return { temporaryPath: wholePlace(id), ...received }
    },
    remove: async (id) => {
      const state = await load(id)
      if (state !== null && state.uploadId !== null && !state.isWhole)
        await bucket.abortParts(uploadOf(id, state))
      // Also those that a killed process began and had not stored yet.
      for (const upload of await bucket.begunParts(wholePlace(id))) await bucket.abortParts(upload)
      for await (const { name } of bucket.list(folderOf(id)))
        if (name !== statePlace(id)) await bucket.remove(name)
      await bucket.remove(statePlace(id))
    },
    idle: async (olderThanMs) => {
      const touched = new Map<string, number>()
      for await (const { name, modifiedAt } of bucket.list('resumable/')) {
        const [, id = ''] = name.split('/')
        touched.set(id, Math.max(touched.get(id) ?? 0, modifiedAt.getTime()))
      }
      const before = Date.now() - olderThanMs
      return [...touched].filter(([id, at]) => isUuid(id) && at <= before).map(([id]) => id)
    },
  }
}

/** A file with the previous rest and the arriving piece; `sent` bytes of it are in parts. */
type Piece = { file: FileHandle; sent: number }

const readHead = async (file: FileHandle) => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

async function mustRead(bucket: Bucket, name: string, sizeBytes: number): Promise<Buffer> {
  const found = await bucket.get(name, { start: 0, end: sizeBytes - 1 })
  const bytes = found && (await buffer(found.body))
  if (bytes?.length !== sizeBytes)
    throw new StorageUnavailableError('The file store does not have what it took')
  return bytes
}
