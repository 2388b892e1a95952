import { spawnSync } from 'node:child_process'

export const findFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version']).status === 0

/** As root on Debian or Ubuntu, from the system's packages; false where that is not possible. */
export function installFfmpeg(): boolean {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log('Installing ffmpeg for the tests of videos (apt-get install ffmpeg)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env } as const
  spawnSync('apt-get', ['update', '-qq'], { stdio: [...options.stdio], env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], {
    stdio: [...options.stdio],
    env,
  })
  return findFfmpeg()
}
