import type { FileHandle } from 'node:fs/promises'
import type { Bucket, PartUpload, SentPart } from '#server/platform/storage-s3-bucket'

/** S3 takes parts from 5 MiB on, and 10,000 of them. */
export const partBytes = 8 * 1024 * 1024
/** Parts that this process holds in memory, for all uploads together. */
const maxInMemory = 4

let inMemory = 0
const waiting: (() => void)[] = []

async function withPlace<T>(work: () => Promise<T>): Promise<T> {
  if (inMemory >= maxInMemory) await new Promise<void>((go) => waiting.push(go))
  else inMemory += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else inMemory -= 1
  }
}

type Piece = { file: FileHandle; from: number; to: number; firstNumber: number }

/** Sends the bytes of `file` from `from` to before `to`, in parts of `partBytes` and a last one of what is left. */
export async function sendParts(bucket: Bucket, upload: PartUpload, piece: Piece): Promise<SentPart[]> {
  const { file, from, to, firstNumber } = piece
  const count = Math.ceil((to - from) / partBytes)
  let failed = false
  const send = (index: number) =>
    withPlace(async () => {
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

/** Waits for all of them, so that nothing goes on after an error is told. */
async function allOrFirstError<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start)
  if (bytesRead < length) throw new Error('A temporary file is shorter than what arrived')
  return buffer
}
