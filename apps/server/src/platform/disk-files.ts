import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StorageFullError, UploadAbortedError, UploadTooLargeError } from '#server/platform/storage'

const WRITE_BUFFER_BYTES = 1024 * 1024
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

type Target = {
  path: string
  /** `wx` makes the file, `r+` goes on in it. */
  flags: 'wx' | 'r+'
  start: number
  limitBytes: number
  onChunk?: (chunk: Buffer) => void
}

/** Writes what arrives and answers its bytes; what came before an error of the source is written when it throws. */
export async function writeStream(source: Readable, to: Target): Promise<number> {
  const { path, flags, start } = to
  const target = createWriteStream(path, { flags, start, mode: 0o600, highWaterMark: WRITE_BUFFER_BYTES })
  const failed = new Promise<never>((_, reject) => target.once('error', reject))
  failed.catch(() => {})
  try {
    const bytes = await Promise.race([pour(source, target, to), failed])
    await Promise.race([finish(target), failed])
    return bytes
  } catch (error) {
    source.destroy()
    await Promise.race([finish(target), failed]).catch(() => {})
    throw storageError(error)
  }
}

async function pour(source: Readable, target: WriteStream, { limitBytes, onChunk }: Target): Promise<number> {
  let bytes = 0
  for await (const chunk of readChunks(source)) {
    if (bytes + chunk.length > limitBytes) throw new UploadTooLargeError(limitBytes)
    bytes += chunk.length
    onChunk?.(chunk)
    if (!target.write(chunk)) await once(target, 'drain')
  }
  return bytes
}

async function* readChunks(source: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]()
  while (true) {
    const next = await chunks.next().catch((cause) => {
      throw new UploadAbortedError('The upload ended early', { cause })
    })
    if (next.done) return
    if (Buffer.isBuffer(next.value)) yield next.value
  }
}

async function finish(target: WriteStream): Promise<void> {
  if (target.closed) return
  const closed = once(target, 'close')
  target.end()
  await closed
}

export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.datasync()
}

export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

/** Null when there is no such file. */
export async function sizeOf(path: string): Promise<number | null> {
  return (await statOrNull(path))?.size ?? null
}

/** Of the files of a folder, those last written longer ago than this. */
export async function namesOlderThan(folder: string, olderThanMs: number): Promise<string[]> {
  const before = Date.now() - olderThanMs
  const names = await readdir(folder)
  const found = await Promise.all(
    names.map(async (name) => ({ name, info: await statOrNull(join(folder, name)) })),
  )
  return found.flatMap(({ name, info }) => (info !== null && info.mtimeMs <= before ? [name] : []))
}

export async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export function storageError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? new StorageFullError('No space to store files', { cause: error }) : error
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
