/** `npm run verify-storage`: are all files there, as they were uploaded? With the settings of the server, which may run meanwhile. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { checkStorage, type Problem, type Totals } from '#server/modules/files/integrity/service'
import { type Config, readConfig } from '#server/platform/config'
import { makeDataDir } from '#server/platform/data-dir'
import { createLog } from '#server/platform/log'
import { openStorage } from '#server/platform/open-storage'
import { checkDatabase } from '#server/platform/postgres/outside-database'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { StartupError } from '#server/platform/startup-error'
import { StorageUnavailableError } from '#server/platform/storage'

const log = createLog('error')
const number = new Intl.NumberFormat('en')
const megabytes = (bytes: number) => `${number.format(Math.ceil(bytes / 1e6))} MB`

/** The database of the settings, the one of a running server, or the embedded one, started for as long as it is needed. */
async function findDatabase(
  config: Config,
  dataDir: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = config.databaseUrl ?? (await findRunningPostgres(dataDir))
  if (running === null) return startPostgres({ dataDir, log })
  if (config.databaseUrl !== null) await checkDatabase(running)
  return { url: running, stop: async () => {} }
}

function describe(problem: Problem): string {
  if (problem.kind === 'orphaned') {
    const { place, sizeBytes, modifiedAt } = problem.stored
    const since = modifiedAt.toISOString().slice(0, 10)
    return `ORPHANED ${place}: ${number.format(sizeBytes)} bytes of ${since} that no file refers to`
  }
  const { key, of } = problem
  const place = of.review === null ? 'in no review' : `in the review “${of.review}”`
  const others = of.copies > 1 ? `, and ${of.copies - 1} more that share its bytes` : ''
  const what = `“${of.name}” ${place}, of ${of.owner} (file ${of.file}, key ${key})${others}`
  return problem.kind === 'missing' ? `MISSING ${what}` : `CHANGED ${what}: ${problem.how}`
}

function sum({ files, bytes, missing, changed, orphaned, firstSums }: Totals): string {
  const looked = `Checked ${number.format(files)} stored originals, ${megabytes(bytes)}`
  const first =
    firstSums > 0 ? ` ${number.format(firstSums)} had no sum to compare with yet and have one now.` : ''
  return missing + changed + orphaned === 0
    ? `${looked}: all of them are as they were uploaded, and nothing is left over.${first}`
    : `${looked}: ${missing} missing, ${changed} changed, ${orphaned} orphaned.${first}`
}

/** A folder that is not there would be made, and found to be well. */
function requireFolder({ dataDir, databaseUrl, s3 }: Config): void {
  const folders = [...(s3 === null ? ['files'] : []), ...(databaseUrl === null ? ['postgres'] : [])]
  if (folders.length === 0 || folders.some((name) => existsSync(join(dataDir, name)))) return
  throw new StartupError(
    `DATA_DIR ${dataDir} is not the folder of a server: it has no ${folders.join(' and no ')}.`,
  )
}

async function verify(): Promise<boolean> {
  const config = readConfig(process.env)
  requireFolder(config)
  const dataDir = await makeDataDir(config.dataDir)
  const database = await findDatabase(config, dataDir)
  try {
    await migrate(database.url)
    const db = openDatabase(database.url, log)
    try {
      // What waits to be removed is asked of the jobs, whose tables a server makes at its first start.
      await runMigrations({ pgPool: db.pool, logger: new Logger(() => () => {}) })
      const storage = await openStorage({ ...config, dataDir })
      const totals = await checkStorage({ db, storage }, (problem) => console.log(describe(problem)))
      console.log(sum(totals))
      return totals.missing + totals.changed + totals.orphaned === 0
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

try {
  // 1: something is wrong with the files; 2: that could not be found out.
  process.exitCode = (await verify()) ? 0 : 1
} catch (error) {
  const isKnown = error instanceof StartupError || error instanceof StorageUnavailableError
  console.error(isKnown ? error.message : error)
  process.exitCode = 2
}
