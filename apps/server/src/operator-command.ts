/** What the operator's commands need: the server's settings and database, while the server may run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { type Database, openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { type Config, readConfig } from '#server/platform/config'
import { makeDataDir } from '#server/platform/data-dir'
import { createLog, type Log } from '#server/platform/log'
import { checkDatabase } from '#server/platform/postgres/outside-database'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { StartupError } from '#server/platform/startup-error'
import { StorageUnavailableError } from '#server/platform/storage'

export type Beside = { config: Config; db: Database; log: Log }

/** Runs `work` with the database, started if it is embedded and stopped. Exits with its code, or 2 on failure. */
export async function besideServer(work: (given: Beside) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await open(work)
  } catch (error) {
    const isKnown = error instanceof StartupError || error instanceof StorageUnavailableError
    console.error(isKnown ? error.message : error)
    process.exitCode = 2
  }
}

async function open(work: (given: Beside) => Promise<number>): Promise<number> {
  const read = readConfig(process.env)
  requireFolder(read)
  const log = createLog('error')
  const config = { ...read, dataDir: await makeDataDir(read.dataDir) }
  const database = await findDatabase(config, log)
  try {
    await migrate(database.url)
    const { databaseDirectUrl: directUrl, isDatabasePrepared: isPrepared } = config
    const db = openDatabase(database.url, log, { directUrl, isPrepared })
    try {
      // A server creates the job tables at its first start; commands query them and add jobs.
      await runMigrations({ pgPool: db.jobs, logger: new Logger(() => () => {}) })
      return await work({ config, db, log })
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

async function findDatabase(
  { databaseUrl, dataDir }: Config,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = databaseUrl ?? (await findRunningPostgres(dataDir))
  if (running === null) return startPostgres({ dataDir, log })
  if (databaseUrl !== null) await checkDatabase(running, 'DATABASE_URL')
  return { url: running, stop: async () => {} }
}

/** Otherwise a missing folder would be created and reported as fine. */
function requireFolder({ dataDir, databaseUrl, s3 }: Config): void {
  const folders = [...(s3 === null ? ['files'] : []), ...(databaseUrl === null ? ['postgres'] : [])]
  if (folders.length === 0 || folders.some((name) => existsSync(join(dataDir, name)))) return
  throw new StartupError(
    `DATA_DIR ${dataDir} is not a server’s folder: it has no ${folders.join(' and no ')}.`,
  )
}
