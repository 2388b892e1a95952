import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repository } from './wingmark.ts'

/** The present sources, without build results; with the installed packages on request. */
export async function copyRepository(
  to: string,
  { withPackages }: { withPackages: boolean },
): Promise<string> {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error('git could not list the files: measure in a clone')
  for (const file of listed.stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    // A file can be deleted without a commit.
    await cp(join(repository, file), join(to, file)).catch(ignoreAbsent)
  }
  if (withPackages) for (const place of await packageFolders()) copyLinked(place, to)
  return to
}

async function packageFolders(): Promise<string[]> {
  const groups = await Promise.all(
    ['apps', 'packages'].map(async (group) =>
      (await readdir(join(repository, group))).map((name) => join(group, name, 'node_modules')),
    ),
  )
  return ['node_modules', ...groups.flat()]
}

/** By hard links, which takes a second; copies where the folder is on another disk. */
function copyLinked(place: string, to: string): void {
  const paths = [join(repository, place), join(to, place)]
  const [from = ''] = paths
  if (spawnSync('test', ['-d', from]).status !== 0) return
  if (spawnSync('cp', ['-al', ...paths]).status === 0) return
  spawnSync('rm', ['-rf', join(to, place)])
  const { status } = spawnSync('cp', ['-a', ...paths])
  if (status !== 0) throw new Error(`${place} could not be copied`)
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
