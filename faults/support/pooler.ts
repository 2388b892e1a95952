import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../apps/server/test/running-server.ts'

export type Pooler = { url: string; stop: () => Promise<void> }

/** PgBouncer in transaction mode before one database, on a free port of the loopback address. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const behind = new URL(databaseUrl)
  const name = behind.pathname.slice(1)
  const host = behind.searchParams.get('host') ?? behind.hostname
  const config = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `${name} = host=${host} port=${behind.port || 5432} dbname=${name} user=wingmark`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 6',
  ]
  await writeFile(config, settings.join('\n'), { mode: 0o644 })
  // It refuses to run as root, so another user must reach the socket of the test's PostgreSQL.
  await chmod(host, 0o755)
  await chmod(join(host, '.s.PGSQL.5432'), 0o777)
  const isRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), config], { stdio: 'ignore' })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start')
    await sleep(50)
  }
  return {
    url: `postgres://wingmark@127.0.0.1:${port}/${name}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
