import { spawnSync } from 'node:child_process'

export const findPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

/** As root on Debian or Ubuntu, from the system's packages; false where that is not possible. No service is started. */
export function installPgBouncer(): boolean {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log('Installing PgBouncer for the tests of a pooler (apt-get install pgbouncer)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'], env }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], options)
  return findPgBouncer()
}
