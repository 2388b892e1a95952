import { mkdir, open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Garbage } from '#server/platform/collect-garbage'
import { namesOlderThan, requireRoom, sizeOf, storageError, writeStream } from '#server/platform/disk-files'
import { isUuid } from '#server/platform/ids'
import { HEAD_BYTES, type Resumable, StorageFullError } from '#server/platform/storage'

/** One file for each upload: its length says how much was stored. */
export async function openDiskResumable(
  folder: string,
  keptFree: number,
  garbage?: Garbage,
): Promise<Resumable> {
  await mkdir(folder, { recursive: true })
  const pathOf = (id: string) => {
    if (!isUuid(id)) throw new Error('Not an id of an upload')
    return join(folder, id)
  }

  return {
    create: async (id, sizeBytes) => {
      await requireRoom(folder, sizeBytes + keptFree)
      await using _file = await open(pathOf(id), 'wx', 0o600).catch((error: unknown) => {
        throw storageError(error)
      })
    },
    size: (id) => sizeOf(pathOf(id)),
    append: async (id, source, { offset, limitBytes, signal }) => {
      const path = pathOf(id)
      addAbortSignal(signal, source)
      try {
        const target = { path, flags: 'r+', start: offset, limitBytes, garbage } as const
        const end = offset + (await writeStream(source, target))
        await requireRoom(folder, keptFree)
        return end
      } catch (error) {
        // On a full disk, removes what was not acknowledged yet: others need the space more.
        if (error instanceof StorageFullError) await truncate(path, offset)
        throw error
      }
    },
    finish: async (id) => {
      const temporaryPath = pathOf(id)
      await using file = await open(temporaryPath, 'r')
      const { size: sizeBytes } = await file.stat()
      const head = Buffer.alloc(Math.min(HEAD_BYTES, sizeBytes))
      await file.read(head, 0, head.length, 0)
      return { temporaryPath, sizeBytes, head }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    idle: async (olderThanMs) => (await namesOlderThan(folder, olderThanMs)).filter(isUuid),
  }
}
