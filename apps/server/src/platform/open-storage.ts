import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Garbage } from '#server/platform/collect-garbage'
import type { Config } from '#server/platform/config'
import type { Storage } from '#server/platform/storage'
import { openDiskStorage } from '#server/platform/storage-disk'

/** Local files under `DATA_DIR/files`, or an S3 bucket, whose code is only loaded then. */
export async function openStorage(config: Config, garbage?: Garbage): Promise<Storage> {
  const folder = join(config.dataDir, 'files')
  if (config.s3 === null) return openDiskStorage(folder, garbage, await keptFree(config, folder))
  const { openS3Storage } = await import('#server/platform/storage-s3')
  return openS3Storage(config.s3, folder, garbage)
}

/** Twice what the embedded database needs to accept writes: on a full disk, people can still delete things. */
const ofDatabase = 128 * 1_048_576

async function keptFree({ databaseUrl, dataDir }: Config, folder: string): Promise<number> {
  if (databaseUrl !== null) return 0
  await mkdir(folder, { recursive: true })
  const database = await stat(join(dataDir, 'postgres')).catch(() => null)
  return database?.dev === (await stat(folder)).dev ? ofDatabase : 0
}
