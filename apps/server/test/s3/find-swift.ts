import { spawnSync } from 'node:child_process'

const pythons = ['/usr/bin/python3', 'python3']

/** A Python with OpenStack Swift, whose S3 interface the tests use; null when there is none. */
export function findSwiftPython(): string | null {
  const has = (python: string) =>
    spawnSync(python, ['-c', 'import swift.common.middleware.s3api']).status === 0
  return pythons.find(has) ?? null
}

/** As root on Debian or Ubuntu, from the system's packages; null where that is not possible. No service is started. */
export function installSwift(): string | null {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return null
  console.log('Installing Swift for the tests of files on S3 (apt-get install python3-swift)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'python3-swift']
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  return findSwiftPython()
}
