import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '#server/platform/startup-error'

const SQLITE_BUSY = 5

/** Locks `path` until this process ends; the kernel then unlocks it. SQLite is Node's only way to a file lock. */
export const lockFile = (path: string, dataDir: string): (() => void) => {
  const database = openLock(path, dataDir)
  try {
    database.exec('PRAGMA journal_mode=OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StartupError(
        `Another Wingmark is running with DATA_DIR ${dataDir}: stop it first, or give this one another DATA_DIR.`,
      )
    }
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be locked: its file system does not support file locks.`,
    )
  }
  return () => database.close()
}

const openLock = (path: string, dataDir: string) => {
  try {
    return new DatabaseSync(path)
  } catch {
    const what = existsSync(path) ? `its file ${path} cannot be opened` : 'no file can be created in it'
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written: ${what}.`)
  }
}
