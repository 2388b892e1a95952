import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  HEAD_BYTES,
  type OpenObject,
  type Received,
  type Storage,
  StorageFullError,
  type StoredName,
  UploadAbortedError,
  UploadEmptyError,
  UploadTooLargeError,
} from '#server/platform/storage'

const KEY = /^[a-z0-9]{22,64}$/
const DERIVATIVE = /^[a-z0-9-]{1,40}$/
const WRITE_BUFFER_BYTES = 1024 * 1024
const READ_BUFFER_BYTES = 256 * 1024
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

/** Keeps everything below `folder`, which is made when absent. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const incoming = join(folder, 'incoming')
  const pendingFolder = join(folder, 'pending')
  await Promise.all([mkdir(incoming, { recursive: true }), mkdir(pendingFolder, { recursive: true })])

  const folderOf = (kind: 'objects' | 'derived', key: string) =>
    join(folder, kind, checked(key).charAt(0), key.charAt(1))
  const originalPath = (key: string) => join(folderOf('objects', key), key)
  const derivedFolder = (key: string) => join(folderOf('derived', key), key)
  const pathOf = ({ key, derivative }: StoredName) => {
    if (derivative === undefined) return originalPath(key)
    if (!DERIVATIVE.test(derivative)) throw new Error('Not a derivative name')
    return join(derivedFolder(key), derivative)
  }
  const temporaryPath = () => join(incoming, randomUUID())

  const receive: Storage['receive'] = async (source, { limitBytes }) => {
    const path = temporaryPath()
    try {
      return await writeAll(source, path, limitBytes)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  /** Puts a synced file under its key, with a mark that outlives a crash until the key is confirmed. */
  const place = async (fromPath: string, key: string) => {
    await writeFile(join(pendingFolder, checked(key)), '')
    await moveInto(fromPath, folderOf('objects', key), key)
  }

  const commit: Storage['commit'] = ({ temporaryPath }, key) =>
    tellFullDisk(async () => {
      await syncFile(temporaryPath)
      await place(temporaryPath, key)
    })

  const keepDerivative: Storage['keepDerivative'] = async (temporaryPath, name) => {
    const target = pathOf(name)
    try {
      await rename(temporaryPath, target)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      await mkdir(derivedFolder(name.key), { recursive: true })
      await rename(temporaryPath, target)
    }
  }

  return {
    receive,
    commit,
    keepDerivative,
    temporaryPath,
    discard: ({ temporaryPath }) => rm(temporaryPath, { force: true }),
    discardTemporary: (path) => rm(path, { force: true }),
    confirm: async (key) => rm(join(pendingFolder, checked(key)), { force: true }),
    pending: (olderThanMs) => namesOlderThan(pendingFolder, olderThanMs),
    open: async (name) => openObject(pathOf(name)),
    has: async (name) => (await statOrNull(pathOf(name))) !== null,
    remove: async (key) => {
      await rm(originalPath(key), { force: true })
      await rm(derivedFolder(key), { force: true, recursive: true })
    },
    withLocalFile: async (key, use) => use(originalPath(key)),
    sweepTemporary: async (olderThanMs) => {
      const names = await namesOlderThan(incoming, olderThanMs)
      await Promise.all(names.map((name) => rm(join(incoming, name), { force: true })))
      return names.length
    },
    check: async () => {
      const path = temporaryPath()
      await writeFile(path, 'ok')
      await unlink(path)
    },
  }
}

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error('Not a storage key')
  return key
}

async function writeAll(source: Readable, path: string, limitBytes: number): Promise<Received> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: WRITE_BUFFER_BYTES })
  const failed = new Promise<never>((_, reject) => target.once('error', reject))
  failed.catch(() => {})
  try {
    const received = await Promise.race([pour(source, target, limitBytes), failed])
    target.end()
    await Promise.race([once(target, 'close'), failed])
    return { temporaryPath: path, ...received }
  } catch (error) {
    source.destroy()
    await closeNow(target)
    throw storageError(error)
  }
}

async function pour(source: Readable, target: WriteStream, limitBytes: number) {
  const head: Buffer[] = []
  let headBytes = 0
  let sizeBytes = 0
  for await (const chunk of readChunks(source)) {
    sizeBytes += chunk.length
    if (sizeBytes > limitBytes) throw new UploadTooLargeError(limitBytes)
    if (headBytes < HEAD_BYTES) {
      const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - headBytes))
      head.push(part)
      headBytes += part.length
    }
    if (!target.write(chunk)) await once(target, 'drain')
  }
  if (sizeBytes === 0) throw new UploadEmptyError('No byte arrived')
  return { sizeBytes, head: Buffer.concat(head) }
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

async function closeNow(target: WriteStream) {
  if (target.closed) return
  const closed = once(target, 'close').catch(() => {})
  target.destroy()
  await closed
}

async function syncFile(path: string) {
  await withHandle(path, 'r+', (handle) => handle.datasync())
}

async function moveInto(fromPath: string, folder: string, name: string) {
  try {
    await rename(fromPath, join(folder, name))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await rename(fromPath, join(folder, name))
    await syncFolder(join(folder, '..'))
    await syncFolder(join(folder, '../..'))
  }
  await syncFolder(folder)
}

async function syncFolder(path: string) {
  await withHandle(path, 'r', (handle) => handle.sync())
}

async function withHandle(path: string, flags: string, use: (handle: FileHandle) => Promise<void>) {
  const handle = await open(path, flags)
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}

async function openObject(path: string): Promise<OpenObject | null> {
  try {
    const handle = await open(path, 'r')
    const { size, mtime } = await handle.stat()
    return {
      sizeBytes: size,
      modifiedAt: mtime,
      stream: (range) => handle.createReadStream({ ...range, highWaterMark: READ_BUFFER_BYTES }),
      close: () => handle.close(),
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function namesOlderThan(folder: string, olderThanMs: number): Promise<string[]> {
  const before = Date.now() - olderThanMs
  const names = await readdir(folder)
  const found = await Promise.all(
    names.map(async (name) => ({ name, info: await statOrNull(join(folder, name)) })),
  )
  return found.flatMap(({ name, info }) => (info !== null && info.mtimeMs <= before ? [name] : []))
}

async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function tellFullDisk(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    throw storageError(error)
  }
}

function storageError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? new StorageFullError('No space to store files', { cause: error }) : error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
