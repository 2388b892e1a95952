import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from '#server/platform/postgres/run-as'

/** The kernel accepts at most 107 bytes as a socket's path. */
const longestSocketPath = 107
const socketName = '.s.PGSQL.5432'

const fits = (dir: string) => Buffer.byteLength(join(dir, socketName)) <= longestSocketPath

const makePrivate = async (dir: string, runAs: RunAs) => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(dir, runAs.uid, runAs.gid)
  await chmod(dir, 0o700)
  return dir
}

const isOwn = async (dir: string) => {
  const entry = await lstat(dir).catch(() => null)
  return entry === null || (entry.isDirectory() && entry.uid === process.getuid?.())
}

/** A private folder for the database's socket: everyone who reaches it is let in, so only the mode protects it. */
export const makeSocketDir = async (dataDir: string, runAs: RunAs): Promise<string> => {
  const inside = join(dataDir, 'run')
  if (fits(inside)) return makePrivate(inside, runAs)
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const usual = join(tmpdir(), `wingmark-${process.getuid?.() ?? 0}-${digest}`)
  // Another user may have taken the usual name in a shared folder.
  const dir = (await isOwn(usual)) ? usual : await mkdtemp(join(tmpdir(), 'wingmark-'))
  return makePrivate(dir, runAs)
}
