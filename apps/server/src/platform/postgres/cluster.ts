import { chown, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PostgresBinaries } from '#server/platform/postgres/binaries'
import { type RunAs, spawnPostgres } from '#server/platform/postgres/run-as'
import { StartupError } from '#server/platform/startup-error'

const majorVersion = '18'

const initdbArguments = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

const firstStatements = `CREATE ROLE wingmark LOGIN;
CREATE DATABASE wingmark OWNER wingmark;
`

const run = (binaries: PostgresBinaries, runAs: RunAs, command: string[], input = '') =>
  new Promise<void>((resolve, reject) => {
    const child = spawnPostgres(binaries, runAs, command, 'pipe')
    const endWithUs = () => child.kill('SIGTERM')
    process.once('exit', endWithUs)
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', endWithUs)
      if (code === 0) return resolve()
      const reason =
        words.split('\n').find((line) => /error|fatal/i.test(line)) ?? words.trim().split('\n').at(-1)
      reject(new StartupError(`The database could not be created in DATA_DIR: ${reason}`))
    })
  })

const syncFolder = async (dir: string) => {
  const handle = await open(dir, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Removes leftovers of interrupted attempts; a dying initdb may still write to one, which waits for next time. */
const removeUnfinished = async (parent: string, prefix: string) => {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  await Promise.allSettled(names.map((name) => rm(join(parent, name), { recursive: true, force: true })))
}

const createCluster = async (
  binaries: PostgresBinaries,
  runAs: RunAs,
  clusterDir: string,
  options: { sync: boolean },
) => {
  const parent = dirname(clusterDir)
  const prefix = `${basename(clusterDir)}.new-`
  await removeUnfinished(parent, prefix)
  const unfinished = await mkdtemp(join(parent, prefix))
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(unfinished, runAs.uid, runAs.gid)
  const noSync = options.sync ? [] : ['--no-sync']
  await run(binaries, runAs, [binaries.initdb, '-D', unfinished, ...initdbArguments, ...noSync])
  const single = [binaries.postgres, '--single', '-D', unfinished, '-c', 'log_min_messages=fatal', 'postgres']
  await run(binaries, runAs, single, firstStatements)
  await rename(unfinished, clusterDir)
  if (options.sync) await syncFolder(parent)
}

/** The folder itself comes last, so that its owner shows whether everything was done. */
const takeOwnership = async (dir: string, uid: number, gid: number): Promise<void> => {
  if ((await stat(dir)).uid === uid) return
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  await chown(dir, uid, gid)
}

/** Creates the database folder on the first start; an interrupted start leaves nothing that counts as one. */
export const prepareCluster = async (
  binaries: PostgresBinaries,
  runAs: RunAs,
  clusterDir: string,
  options: { sync: boolean },
): Promise<void> => {
  const names = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartupError(`DATA_DIR is not usable: ${clusterDir} cannot be read (${error.code}).`)
  })
  if (names !== null && names.length === 0) await rmdir(clusterDir)
  if (names === null || names.length === 0) return createCluster(binaries, runAs, clusterDir, options)

  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')
  if (version.trim() === '')
    throw new StartupError(`DATA_DIR is not usable: ${clusterDir} holds no database.`)
  if (version.trim() !== majorVersion) {
    throw new StartupError(
      `DATA_DIR is not usable: ${clusterDir} was created by PostgreSQL ${version.trim()}, but this Wingmark comes with ${majorVersion}.`,
    )
  }
  if (process.getuid?.() === 0) await takeOwnership(clusterDir, runAs.uid ?? 0, runAs.gid ?? 0)
}
