/** `npm run backup -- FOLDER`: copies the embedded database and the files of a running server, with its settings. */
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'
import { refuseNewerSchema } from '#server/db/migrate'
import { readConfig } from '#server/platform/config'
import { copyFolder } from '#server/platform/copy-folder'
import { makeDataDir } from '#server/platform/data-dir'
import { syncFolder } from '#server/platform/disk-files'
import { backUpPostgres, backupLock } from '#server/platform/postgres/back-up'
import { findRunningPostgres } from '#server/platform/postgres/running-postgres'
import { StartupError } from '#server/platform/startup-error'

async function backUp(given: string): Promise<void> {
  const { databaseUrl, dataDir: named, s3 } = readConfig(process.env)
  if (databaseUrl !== null)
    throw new StartupError('With DATABASE_URL set, back up the database with pg_dump, then the files.')
  const folder = resolve(given)
  const unfinished = `${folder}.unfinished`
  if (existsSync(folder)) throw new StartupError(`${folder} already exists. Choose a new folder.`)
  if (existsSync(unfinished))
    throw new StartupError(`${unfinished} is left over from an interrupted backup. Remove it first.`)
  const dataDir = await makeDataDir(named)
  const url = await findRunningPostgres(dataDir, 'postgres')
  if (url === null)
    throw new StartupError(`No Wingmark is running with DATA_DIR ${dataDir}. Copy that folder instead.`)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await refuseNewerSchema(admin)
    await admin.query(`select pg_advisory_lock(${backupLock})`)
    await backUpPostgres(admin, join(dataDir, 'postgres'), join(unfinished, 'postgres'))
    // Copied after the database, so that the bytes of every row are there.
    if (s3 === null) await copyFiles(join(dataDir, 'files'), join(unfinished, 'files'))
    await copyFolder(join(dataDir, 'mail'), join(unfinished, 'mail'))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await admin.end()
  }
  await syncFolder(unfinished)
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
  console.log(`Backed up to ${folder}.`)
}

const recentMs = 3_600_000

/** Marks bytes whose rows missed the backup as pending, for the sweep of a restored server. */
async function copyFiles(from: string, to: string): Promise<void> {
  const since = Date.now() - recentMs
  await copyFolder(from, to, (_, folder) => folder !== 'incoming')
  const copied = await readdir(join(to, 'objects'), { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of copied.filter((entry) => entry.isFile())) {
    const source = join(from, relative(to, parentPath), name)
    const original = await stat(source).catch(() => null)
    if (original === null || original.mtimeMs > since) await writeFile(join(to, 'pending', name), '')
  }
  await syncFolder(join(to, 'pending'))
}

const [folder, ...others] = process.argv.slice(2)
if (folder === undefined || others.length > 0) {
  console.error('Usage: npm run backup -- FOLDER')
  process.exitCode = 2
} else {
  await backUp(folder).catch((error: unknown) => {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 2
  })
}
