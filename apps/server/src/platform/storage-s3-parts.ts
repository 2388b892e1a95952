import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { inTurn } from '#server/platform/run-in-turn'
import type { Bucket, PartUpload, SentPart } from '#server/platform/storage-s3-bucket'

/** S3 accepts at most 10,000 parts, from 5 MiB each. */
export const partBytes = 8 * 1024 * 1024
/** Limits the parts in this process's memory, for all uploads together. */
const inMemory = inTurn(4)

const marks = 'parts/'
const Mark = z.object({ name: z.string() })

/** Puts a file under `name`: in one request, or in parts with a mark that outlives a kill. */
export async function sendFile(bucket: Bucket, name: string, path: string): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size <= partBytes) return await inMemory(async () => bucket.put(name, await readBytes(file, 0, size)))
  const mark = `${marks}${randomUUID()}`
  await bucket.put(mark, JSON.stringify({ name }))
  const upload = await bucket.startParts(name)
  try {
    const parts = await sendParts(bucket, upload, { file, from: 0, to: size, firstNumber: 1 })
    await bucket.completeParts(upload, parts)
  } catch (error) {
    // If this fails too, the sweep does it later.
    await bucket.abortParts(upload).catch(() => {})
    throw error
  }
  await bucket.remove(mark)
}

/** Ends uploads of whole files that a process left behind; returns their number. */
export async function sweepParts(bucket: Bucket, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs
  let swept = 0
  for await (const { name, modifiedAt } of bucket.list(marks)) {
    if (modifiedAt.getTime() > before) continue
    const mark = await bucket.get(name)
    const begun = mark ? await bucket.begunParts(Mark.parse(await json(mark.body)).name) : []
    // One that began after its mark may be in progress.
    if (begun.some(({ startedAt }) => startedAt.getTime() > before)) continue
    for (const upload of begun) await bucket.abortParts(upload)
    await bucket.remove(name)
    swept += 1
  }
  return swept
}

type Piece = { file: FileHandle; from: number; to: number; firstNumber: number }

/** Sends the bytes of `file` from `from` up to `to` in parts of `partBytes`; the last one may be smaller. */
export async function sendParts(bucket: Bucket, upload: PartUpload, piece: Piece): Promise<SentPart[]> {
  const { file, from, to, firstNumber } = piece
  const count = Math.ceil((to - from) / partBytes)
  let failed = false
  const send = (index: number) =>
    inMemory(async () => {
      if (failed) throw new Error('Another part could not be sent')
      const start = from + index * partBytes
      return bucket.putPart(
        upload,
        firstNumber + index,
        await readBytes(file, start, Math.min(partBytes, to - start)),
      )
    }).catch((error: unknown) => {
      failed = true
      throw error
    })
  return allOrFirstError(Array.from({ length: count }, (_, index) => send(index)))
}

/** Waits for all of them, so that nothing is running when an error is thrown. */
async function allOrFirstError<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start)
  if (bytesRead < length) throw new Error('A temporary file is shorter than what arrived')
  return buffer
}
