import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PostgresBinaries } from '#server/platform/postgres/binaries'
import { StartupError } from '#server/platform/startup-error'

/** How a PostgreSQL program is started: by which wrappers, and as which user. */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

type Account = { name: string; uid: number; gid: number }

/** PostgreSQL gets none of the server's own variables, which contain secrets. */
const environment = (binaries: PostgresBinaries) => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  // Otherwise glibc keeps several MB per connection; with this, about as much as a page of comments needs.
  MALLOC_TRIM_THRESHOLD_: '2097152',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  ...(binaries.libraryPath === null ? {} : { LD_LIBRARY_PATH: binaries.libraryPath }),
})

export const spawnPostgres = (
  binaries: PostgresBinaries,
  runAs: RunAs,
  command: string[],
  stdin: 'pipe' | 'ignore' = 'ignore',
): ChildProcess => {
  const [program = '', ...args] = [...runAs.prefix, ...command]
  return spawn(program, args, {
    stdio: [stdin, 'ignore', 'pipe'],
    env: environment(binaries),
    // Its own process group: a Ctrl-C in the terminal goes to the server, which then ends it in order.
    detached: true,
    ...(runAs.uid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid }),
  })
}

const succeeds = (child: ChildProcess) =>
  new Promise<boolean>((resolve) => {
    child.stderr?.resume()
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

const accounts = async (): Promise<Account[]> => {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '')
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : []
  })
}

const ownersUpwards = async (path: string): Promise<{ uid: number; gid: number }[]> => {
  const owner = await stat(path).catch(() => null)
  const above = dirname(path) === path ? [] : await ownersUpwards(dirname(path))
  return owner === null ? above : [{ uid: owner.uid, gid: owner.gid }, ...above]
}

/** Users for root to become, best first: the owner of the database or its parent folders, then service users. */
const otherUsers = async (binary: string, clusterDir: string, known: Account[]): Promise<RunAs[]> => {
  const folders = [...(await ownersUpwards(clusterDir)), ...(await ownersUpwards(binary))]
  const owners = folders.filter(({ uid }) => uid !== 0)
  const service = ['postgres', 'nobody'].flatMap((name) => known.filter((account) => account.name === name))
  const gids = new Map<number, number>()
  for (const { uid, gid } of [...owners, ...service]) if (!gids.has(uid)) gids.set(uid, gid)
  return [...gids].map(([uid, gid]) => ({ prefix: [], uid, gid }))
}

/** A user namespace in which the server's own user has an ordinary user's number. */
const namespaced = (known: Account[]): RunAs => {
  const account = known.find(({ name }) => name === 'nobody') ?? known.find(({ uid }) => uid > 0)
  const [uid, gid] = [account?.uid ?? 65534, account?.gid ?? 65534]
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`] }
}

const candidates = async (binary: string, clusterDir: string): Promise<RunAs[]> => {
  if (process.platform !== 'linux' || process.getuid === undefined) return [{ prefix: [] }]
  const known = await accounts()
  // initdb needs a name for its user, which a container started with a bare number lacks.
  if (process.getuid() !== 0) {
    const hasName = known.some(({ uid }) => uid === process.getuid?.())
    return hasName ? [{ prefix: [] }] : [namespaced(known), { prefix: [] }]
  }
  const owner = await stat(clusterDir).catch(() => null)
  const others = await otherUsers(binary, clusterDir, known)
  return owner !== null && owner.uid !== 0 ? [...others, namespaced(known)] : [namespaced(known), ...others]
}

/** Ends with the server even when that is killed; not every setpriv can do this. */
const endingWithParent = (runAs: RunAs): RunAs => ({
  ...runAs,
  prefix: [...runAs.prefix, 'setpriv', '--pdeathsig', 'INT', '--'],
})

/** Finds a way to run PostgreSQL, which refuses to be root, in `clusterDir`, whose parent folder exists. */
export const chooseRunAs = async (binaries: PostgresBinaries, clusterDir: string): Promise<RunAs> => {
  const probe = ['sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', dirname(clusterDir), binaries.postgres]
  const possible = await candidates(binaries.postgres, clusterDir)
  for (const runAs of possible.flatMap((each) => [endingWithParent(each), each])) {
    if (await succeeds(spawnPostgres(binaries, runAs, probe))) return runAs
  }
  throw new StartupError(
    process.getuid?.() === 0
      ? `PostgreSQL does not run as root, and no other user can open both ${dirname(clusterDir)} and ${dirname(binaries.postgres)}. Start Wingmark as an ordinary user, or set DATABASE_URL.`
      : `The database program ${binaries.postgres} does not run on this machine. Set DATABASE_URL to PostgreSQL 15 or newer.`,
  )
}
