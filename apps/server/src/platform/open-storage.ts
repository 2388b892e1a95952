import { join } from 'node:path'
import type { Garbage } from '#server/platform/collect-garbage'
import type { Config } from '#server/platform/config'
import type { Storage } from '#server/platform/storage'
import { openDiskStorage } from '#server/platform/storage-disk'

/** Local files under `DATA_DIR/files`, or an S3 bucket, whose code is loaded for that only. */
export async function openStorage(config: Config, garbage?: Garbage): Promise<Storage> {
  const folder = join(config.dataDir, 'files')
  if (config.s3 === null) return openDiskStorage(folder, garbage)
  const { openS3Storage } = await import('#server/platform/storage-s3')
  return openS3Storage(config.s3, folder, garbage)
}
