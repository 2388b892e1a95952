import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, opendir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { Garbage } from '#server/platform/collect-garbage'
import {
  codeOf,
  namesOlderThan,
  removeFile,
  requireRoom,
  sizeOf,
  statOrNull,
  storageError,
  syncFile,
  syncFolder,
  writeStream,
} from '#server/platform/disk-files'
import {
  HEAD_BYTES,
  type OpenObject,
  type Received,
  type Storage,
  type StoredName,
  type StoredObject,
  UploadEmptyError,
} from '#server/platform/storage'
import { openDiskResumable } from '#server/platform/storage-disk-resumable'
import { checkedKey, derivedPlace, nameOf, placeOf, storedFolders } from '#server/platform/storage-places'

const READ_BUFFER_BYTES = 256 * 1024
const HEX = '0123456789abcdef'

/** Stores everything below `folder`, which it creates. Uploads leave `keptFree` bytes of the disk free. */
export async function openDiskStorage(folder: string, garbage?: Garbage, keptFree = 0): Promise<Storage> {
  const incoming = join(folder, 'incoming')
  const pendingFolder = join(folder, 'pending')
  await Promise.all([
    mkdir(incoming, { recursive: true }),
    mkdir(pendingFolder, { recursive: true }),
    makeFolders(folder),
  ])

  const pathOf = (name: StoredName) => join(folder, placeOf(name))
  const derivedFolder = (key: string) => join(folder, derivedPlace(key))
  const temporaryPath = () => join(incoming, randomUUID())

  const receive: Storage['receive'] = async (source, { limitBytes, takesEmpty = false }) => {
    const path = temporaryPath()
    try {
      const received = await receiveInto({ path, limitBytes, takesEmpty, garbage }, source)
      await requireRoom(incoming, keptFree)
      return received
    } catch (error) {
      await removeFile(path)
      throw error
    }
  }

  const commit: Storage['commit'] = ({ temporaryPath }, key) =>
    reportFullDisk(async () => {
      const path = pathOf({ key })
      // Outlives a crash until the key is confirmed, so that the sweep finds bytes without a row.
      await writeFile(join(pendingFolder, checkedKey(key)), '')
      const isNewFolder = await linkInto(temporaryPath, path)
      try {
        // After the link: most file systems then write the name with the bytes, and have nothing left to sync.
        await syncFile(path)
        await syncFolder(dirname(path))
        if (isNewFolder)
          await Promise.all([syncFolder(join(path, '../..')), syncFolder(join(path, '../../..'))])
      } catch (error) {
        // A full disk may only fail here, and others need the space.
        await removeFile(path)
        throw error
      }
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
    resumable: await openDiskResumable(join(folder, 'resumable'), keptFree, garbage),
    receive,
    commit,
    keepDerivative,
    temporaryPath,
    discard: ({ temporaryPath }) => removeFile(temporaryPath),
    discardTemporary: (path) => removeFile(path),
    confirm: (key) => removeFile(join(pendingFolder, checkedKey(key))),
    pending: (olderThanMs) => namesOlderThan(pendingFolder, olderThanMs),
    open: async (name) => openObject(pathOf(name)),
    has: async (name) => (await sizeOf(pathOf(name))) !== null,
    remove: async (key) => {
      await removeFile(pathOf({ key }))
      await rm(derivedFolder(key), { force: true, recursive: true })
    },
    withLocalFile: async (name, use) => use(pathOf(name)),
    list: () => listStored(folder),
    sweepTemporary: async (olderThanMs) => {
      const names = await namesOlderThan(incoming, olderThanMs)
      await Promise.all(names.map((name) => removeFile(join(incoming, name))))
      return names.length
    },
    check: async () => {
      const path = temporaryPath()
      await writeFile(path, 'ok')
      await unlink(path)
    },
  }
}

type Into = { path: string; limitBytes: number; takesEmpty: boolean; garbage: Garbage | undefined }

async function receiveInto(into: Into, source: Readable): Promise<Received> {
  const head: Buffer[] = []
  let headBytes = 0
  const onChunk = (chunk: Buffer) => {
    if (headBytes >= HEAD_BYTES) return
    const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - headBytes))
    head.push(part)
    headBytes += part.length
  }
  const sizeBytes = await writeStream(source, { ...into, flags: 'wx', start: 0, onChunk })
  if (sizeBytes === 0 && !into.takesEmpty) throw new UploadEmptyError('No byte arrived')
  return { temporaryPath: into.path, sizeBytes, head: Buffer.concat(head) }
}

async function* listStored(folder: string): AsyncGenerator<StoredObject> {
  for (const kind of storedFolders) {
    for await (const path of walk(join(folder, kind))) {
      const place = relative(folder, path)
      const name = nameOf(place)
      const info = name && (await statOrNull(path))
      if (info) yield { ...name, place, sizeBytes: info.size, modifiedAt: info.mtime }
    }
  }
}

/** The files of a folder while others may remove some. */
async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for await (const entry of entries) {
    if (entry.isDirectory()) yield* walk(join(folder, entry.name))
    else yield join(folder, entry.name)
  }
}

/** Creates the folders for all keys at once: otherwise the first file in each would wait for syncs. */
async function makeFolders(folder: string) {
  const objects = join(folder, 'objects')
  if ((await statOrNull(objects)) !== null) return
  // Another process may be starting on the same folder.
  for (const first of HEX) {
    for (const second of HEX) await mkdir(join(objects, first, second), { recursive: true })
    await syncFolder(join(objects, first))
  }
  await syncFolder(objects)
}

/** Adds the key's name to the bytes; `discard` removes the first one. Returns whether the folder is new. */
async function linkInto(fromPath: string, path: string): Promise<boolean> {
  try {
    await linkOrCopy(fromPath, path)
    return false
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    await linkOrCopy(fromPath, path)
    return true
  }
}

// Some network and USB file systems have no hard links.
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

async function linkOrCopy(fromPath: string, path: string) {
  try {
    await link(fromPath, path)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error
    await copyFile(fromPath, path)
  }
}

async function openObject(path: string): Promise<OpenObject | null> {
  try {
    const handle = await open(path, 'r')
    const { size, mtime } = await handle.stat()
    return {
      sizeBytes: size,
      modifiedAt: mtime,
      stream: (range, highWaterMark = READ_BUFFER_BYTES) =>
        handle.createReadStream({ ...range, highWaterMark }),
      close: () => handle.close(),
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function reportFullDisk(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    throw storageError(error)
  }
}
