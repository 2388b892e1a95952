import { join } from 'node:path'
import type { Config } from '#server/platform/config'
import { StartupError } from '#server/platform/startup-error'
import type { Storage } from '#server/platform/storage'
import { openDiskStorage } from '#server/platform/storage-disk'

/** Local files under `DATA_DIR/files`. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.s3) throw new StartupError('S3_BUCKET is set, but this version keeps files in DATA_DIR only.')
  return openDiskStorage(join(config.dataDir, 'files'))
}
