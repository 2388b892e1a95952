import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const roomBytes = 6e9

/** A folder in memory for what tests write, removed at the end; null if memory is short. */
export function makeRoomyFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize < roomBytes || freemem() < roomBytes) return null
    const folder = mkdtempSync(join(inMemory, 'wingmark-tests-'))
    // PostgreSQL may run as another user.
    chmodSync(folder, 0o755)
    // Ctrl-C waits for the tests to end, so that this is reached.
    process.once('SIGINT', () => process.exit(130))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return null
  }
}
