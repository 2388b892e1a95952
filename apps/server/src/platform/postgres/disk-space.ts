import { appendFile, chmod, readFile, rename, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/platform/log'

const MB = 1_048_576
/** Four segments of its log: without room for the next one PostgreSQL ends, and cannot start again. */
const leastBytes = 64 * MB
/** More than the limit at which it stops, so that it does not alternate. */
const enoughBytes = 96 * MB
const lookEveryMs = 1_000

const inForce = 'no-room.conf'
const inReserve = 'no-room.conf.off'
const include = `include_if_exists = '${inForce}'`

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}

const freeBytes = async (dir: string) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export const hasRoom = async (clusterDir: string): Promise<boolean> =>
  (await freeBytes(clusterDir)) >= leastBytes

/**
 * Prepares settings that `watchRoom` activates by renaming, which even a full disk allows. A start begins without them.
 */
export const prepareForNoRoom = async (clusterDir: string): Promise<void> => {
  const reserve = join(clusterDir, inReserve)
  await rename(join(clusterDir, inForce), reserve).catch(unless('ENOENT'))
  await writeFile(reserve, 'default_transaction_read_only = on\n', { flag: 'wx' }).catch(unless('EEXIST'))
  await chmod(reserve, 0o644)
  const config = join(clusterDir, 'postgresql.conf')
  if (!(await readFile(config, 'utf8')).includes(include)) await appendFile(config, `\n${include}\n`)
}

/**
 * Makes the database read-only while its disk is almost full. `reload` rereads its settings. Returns the function that
 * ends it.
 */
export const watchRoom = (clusterDir: string, reload: () => void, log: Log): (() => void) => {
  let isShort = false
  const look = async () => {
    const free = await freeBytes(clusterDir)
    if (isShort === free < (isShort ? enoughBytes : leastBytes)) return
    const [from, to] = isShort ? [inForce, inReserve] : [inReserve, inForce]
    await rename(join(clusterDir, from), join(clusterDir, to))
    isShort = !isShort
    reload()
    const freeMB = Math.floor(free / MB)
    if (isShort) log.error({ freeMB }, 'the disk of the database is all but full: it is read only')
    else log.warn({ freeMB }, 'there is room for the database again: it takes writes')
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the room of the database is not known'))
  }, lookEveryMs).unref()
  return () => clearInterval(timer)
}
