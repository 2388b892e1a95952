import { type FileHandle, open, readdir, stat, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Garbage } from '#server/platform/collect-garbage'
import { StorageFullError, UploadAbortedError, UploadTooLargeError } from '#server/platform/storage'

/** Written at once: each write takes a turn of the thread pool, which is scarce on a busy machine. */
const BATCH_BYTES = 256 * 1024
const MOST_SPARE = 32
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

type Target = {
  path: string
  /** `wx` creates the file, `r+` continues in it. */
  flags: 'wx' | 'r+'
  start: number
  limitBytes: number
  onChunk?: (chunk: Buffer) => void
  /** False once nobody needs the rest, which is then left unread. */
  isWanted?: () => boolean
  /** Gets each chunk after use. */
  garbage: Garbage | undefined
}

/**
 * Returns the bytes written; keeps those before an error. Leaves the source's rest unread: its connection must carry
 * the answer.
 */
export async function writeStream(source: Readable, to: Target): Promise<number> {
  // It can fail before the first chunk is read; reading then throws.
  source.on('error', () => {})
  try {
    await using file = await open(to.path, to.flags, 0o600)
    const writer = new BatchWriter(file, to.start)
    try {
      await pour(source, writer, to)
    } finally {
      await writer.finish()
    }
    return writer.bytes
  } catch (error) {
    throw storageError(error)
  }
}

async function pour(
  source: Readable,
  writer: BatchWriter,
  { limitBytes, onChunk, isWanted, garbage }: Target,
): Promise<void> {
  for await (const chunk of readChunks(source)) {
    if (isWanted?.() === false) return
    if (writer.bytes + chunk.length > limitBytes) throw new UploadTooLargeError(limitBytes)
    onChunk?.(chunk)
    await writer.add(chunk)
    garbage?.leave(chunk.length)
  }
}

const spareBatches: Buffer[] = []
const takeBatch = () => spareBatches.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES)
const giveBack = (batch: Buffer) => {
  if (spareBatches.length < MOST_SPARE) spareBatches.push(batch)
}

/** Fills one batch while the previous one is being written. Copies chunks, so that they can be freed at once. */
class BatchWriter {
  bytes = 0
  #file: FileHandle
  #position: number
  #batch: Buffer | undefined
  #filled = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(file: FileHandle, start: number) {
    this.#file = file
    this.#position = start
  }

  async add(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length
    for (let at = 0; at < chunk.length; ) {
      this.#batch ??= takeBatch()
      const copied = chunk.copy(this.#batch, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === BATCH_BYTES) await this.#write(this.#batch)
    }
  }

  async finish(): Promise<void> {
    if (this.#batch) await this.#write(this.#batch)
    await this.#writing
  }

  async #write(batch: Buffer): Promise<void> {
    await this.#writing
    const [bytes, position] = [this.#filled, this.#position]
    this.#position += bytes
    this.#batch = undefined
    this.#filled = 0
    this.#writing = writeAll(this.#file, batch.subarray(0, bytes), position).finally(() => giveBack(batch))
    // The next call that awaits it gets the error.
    this.#writing.catch(() => {})
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
  // A nearly full disk takes a part, and fails at the next try.
  if (bytesWritten < bytes.length) await writeAll(file, bytes.subarray(bytesWritten), position + bytesWritten)
}

async function* readChunks(source: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<unknown> = source.iterator({ destroyOnReturn: false })
  try {
    while (true) {
      const next = await chunks.next().catch((cause) => {
        throw new UploadAbortedError('The upload ended early', { cause })
      })
      if (next.done) return
      if (Buffer.isBuffer(next.value)) yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.datasync()
}

export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

/** Null if the file is missing. */
export async function sizeOf(path: string): Promise<number | null> {
  return (await statOrNull(path))?.size ?? null
}

/** Names of files that were last written longer ago than this. */
export async function namesOlderThan(folder: string, olderThanMs: number): Promise<string[]> {
  const before = Date.now() - olderThanMs
  const names = await readdir(folder)
  const found = await Promise.all(
    names.map(async (name) => ({ name, info: await statOrNull(join(folder, name)) })),
  )
  return found.flatMap(({ name, info }) => (info !== null && info.mtimeMs <= before ? [name] : []))
}

/** A missing file is fine. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

export async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Throws StorageFullError if less is free. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new StorageFullError('Less space than this upload needs')
}

export function storageError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? new StorageFullError('No space to store files', { cause: error }) : error
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
