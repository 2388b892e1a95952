import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { pretendPostgres } from '../apps/server/test/old-postgres.ts'
import { runBackup } from '../apps/server/test/run-command.ts'
import {
  freePort,
  launch,
  pathWithoutSetpriv,
  postgresOf,
  postmasterOf,
  type RunningServer,
  until,
} from '../apps/server/test/running-server.ts'

const ordinaryUser = 65534
const root = mkdtempSync(join(tmpdir(), 'wm-'))
const running: RunningServer[] = []
let folders = 0

const newFolder = () => {
  folders += 1
  const dir = join(root, String(folders))
  mkdirSync(dir)
  return dir
}

const start = async (options: Parameters<typeof launch>[0]) => {
  const server = await launch(options)
  running.push(server)
  return server
}

const startReady = async (options: Parameters<typeof launch>[0]) => {
  const server = await start(options)
  await server.ready
  return server
}

let used: Promise<string> | undefined

/** A copy of a folder in which a server was ready before: creating a database takes four times as long. */
const usedFolder = async () => {
  used ??= (async () => {
    const dataDir = newFolder()
    const { child, exit } = await launch({ dataDir }).then(async (server) => {
      await server.ready
      return server
    })
    child.kill('SIGTERM')
    await exit
    return dataDir
  })()
  const dataDir = newFolder()
  spawnSync('cp', ['-a', `${await used}/.`, dataDir])
  return dataDir
}

const query = async (dataDir: string, sql: string) => {
  const host = encodeURIComponent(join(dataDir, 'run'))
  const client = new pg.Client({ connectionString: `postgres://wingmark@localhost/wingmark?host=${host}` })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

const isLive = async (server: RunningServer) => (await fetch(`${server.origin}/health/live`)).status === 200

const kill = async (server: RunningServer) => {
  server.child.kill('SIGKILL')
  await server.exit
}

const sentence = (text: string) => expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\.\\n$`))

afterEach(async () => {
  const left = running.splice(0)
  for (const { child } of left) child.kill('SIGTERM')
  await Promise.all(left.map(({ exit }) => exit))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a start', { timeout: 60_000 }, () => {
  test('on an empty folder creates the database, and says where it listens and where mail goes', async () => {
    const dataDir = newFolder()
    const server = await start({ dataDir, env: { TRUST_PROXY: 'true' } })
    expect(await server.ready).toContain(
      `Wingmark is ready at http://localhost:${new URL(server.origin).port}\n`,
    )
    expect(await isLive(server)).toBe(true)
    expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700)
    await until(() => readdirSync(dataDir).every((name) => !name.includes('.new-')))
    server.child.kill('SIGTERM')
    const { stdout } = await server.exit
    expect(stdout).toContain(join(dataDir, 'mail'))
    expect(stdout).toContain('TRUST_PROXY=true trusts every X-Forwarded-For')
  })

  test('finds what the previous one has written', async () => {
    const dataDir = newFolder()
    const first = await startReady({ dataDir })
    await query(dataDir, "CREATE TABLE kept AS SELECT 'words' AS what")
    first.child.kill('SIGTERM')
    await first.exit
    await startReady({ dataDir })
    expect(await query(dataDir, 'SELECT what FROM kept')).toEqual([{ what: 'words' }])
  })

  test('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(newFolder(), 'x'.repeat(100))
    const server = await startReady({ dataDir })
    expect(await isLive(server)).toBe(true)
  })

  test('is refused while another process has the folder, which keeps running', async () => {
    const dataDir = await usedFolder()
    const first = await startReady({ dataDir })
    const second = await (await start({ dataDir })).exit
    expect(second).toMatchObject({ code: 1, stdout: '', stderr: sentence('DATA_DIR') })
    expect(await isLive(first)).toBe(true)
  })
})

describe('an ending', { timeout: 60_000 }, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s is clean and leaves no PostgreSQL', async (signal) => {
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir })
    expect(postgresOf(dataDir).length).toBeGreaterThan(0)
    server.child.kill(signal)
    expect((await server.exit).code).toBe(0)
    expect(postgresOf(dataDir)).toEqual([])
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('by kill -9 of the server alone loses nothing and needs no help at the next start', async () => {
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir, env: { PATH: pathWithoutSetpriv(root) } })
    await query(dataDir, "CREATE TABLE kept AS SELECT 'words' AS what")
    await kill(server)
    expect(postgresOf(dataDir)).toContain(postmasterOf(dataDir))
    await startReady({ dataDir })
    expect(await query(dataDir, 'SELECT what FROM kept')).toEqual([{ what: 'words' }])
  })

  test('by kill -9 of the server also ends PostgreSQL where setpriv can do that', async ({ skip }) => {
    if (spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true']).status !== 0)
      skip('no setpriv on this machine')
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir })
    await kill(server)
    await until(() => postgresOf(dataDir).length === 0)
  })

  test('by kill -9 of server and PostgreSQL loses nothing, even when its process number is reused', async () => {
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir, env: { PATH: pathWithoutSetpriv(root) } })
    await query(dataDir, "CREATE TABLE kept AS SELECT 'words' AS what")
    const postmaster = postmasterOf(dataDir)
    server.child.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await server.exit
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)))
    await startReady({ dataDir })
    expect(await query(dataDir, 'SELECT what FROM kept')).toEqual([{ what: 'words' }])
  })

  const hasMade = (dataDir: string, name: string) =>
    readdirSync(dataDir).some((folder) => existsSync(join(dataDir, folder, name)))

  test.each(['PG_VERSION', 'postgresql.conf', 'postmaster.pid'])(
    'in the middle of the first start, once there is a %s, is made good by the next',
    async (name) => {
      const dataDir = newFolder()
      const server = await start({ dataDir, env: { PATH: pathWithoutSetpriv(root) } })
      await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres')))
      await until(() => hasMade(dataDir, name))
      await kill(server)
      const next = await startReady({ dataDir })
      expect(await isLive(next)).toBe(true)
    },
  )

  test('of PostgreSQL alone is repaired while the server runs', async () => {
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir })
    const postmaster = postmasterOf(dataDir)
    process.kill(postmaster, 'SIGKILL')
    await until(() => {
      const [now] = postgresOf(dataDir)
      return now !== undefined && !postgresOf(dataDir).includes(postmaster)
    })
    await expect
      .poll(() => query(dataDir, 'SELECT 1 AS one').catch(() => null), { timeout: 10_000 })
      .toEqual([{ one: 1 }])
    expect(await isLive(server)).toBe(true)
  })

  test('does not follow an unhandled rejection, which is logged', async () => {
    const failOnSignal = `process.on('SIGUSR2',()=>void(Promise.reject(TypeError('stray'))))`
    const NODE_OPTIONS = `--import=data:text/javascript,${failOnSignal}`
    const server = await startReady({ dataDir: await usedFolder(), env: { NODE_OPTIONS } })
    let log = ''
    server.child.stdout?.on('data', (text: string) => (log += text))
    server.child.kill('SIGUSR2')
    await until(() => log.includes('nobody waited for a failure') || server.child.exitCode !== null)
    expect(await isLive(server)).toBe(true)
  })
})

describe('one sentence and exit code 1', { timeout: 60_000 }, () => {
  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'review.example.com'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'me\r\nBcc: all@example.com'],
    ['TRUST_PROXY', 'perhaps'],
    ['LOG_LEVEL', 'loud'],
    ['REGISTRATIONS_PER_HOUR', 'none'],
    ['S3_ENDPOINT', 's3'],
    ['AI_BASE_URL', 'file:///etc/passwd'],
    ['DATABASE_URL', 'mysql://localhost/wingmark'],
  ])('name %s where it is %j', async (name, value) => {
    const ended = await (await start({ dataDir: newFolder(), env: { [name]: value } })).exit
    expect(ended).toEqual({ code: 1, stdout: '', stderr: sentence(name) })
  })

  test('name the port that is in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    const ended = await (await start({ dataDir: newFolder(), port })).exit
    other.close()
    expect(ended).toEqual({ code: 1, stdout: '', stderr: sentence(`PORT ${port}`) })
  })

  test('name a DATA_DIR that cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const ended = await (await start({ dataDir: join(file, 'data') })).exit
    expect(ended).toEqual({ code: 1, stdout: '', stderr: sentence('DATA_DIR') })
  })

  test('name a DATABASE_URL where nothing answers, without its password, within seconds', async () => {
    const began = performance.now()
    const url = `postgres://wingmark:opensesame@127.0.0.1:${await freePort()}/wingmark`
    const ended = await (await start({ dataDir: newFolder(), env: { DATABASE_URL: url } })).exit
    expect(ended).toEqual({ code: 1, stdout: '', stderr: sentence('DATABASE_URL') })
    expect(ended.stderr).not.toContain('opensesame')
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  test('name a DATABASE_URL whose PostgreSQL is too old', async () => {
    const port = await freePort()
    const old = pretendPostgres('140012').listen(port, '127.0.0.1')
    const url = `postgres://wingmark@127.0.0.1:${port}/wingmark`
    const ended = await (await start({ dataDir: newFolder(), env: { DATABASE_URL: url } })).exit
    old.close()
    expect(ended).toEqual({ code: 1, stdout: '', stderr: sentence('DATABASE_URL .*PostgreSQL 14') })
  })
})

describe('a database of a newer version', { timeout: 60_000 }, () => {
  test('is neither backed up nor opened by this one, and its running server continues', async () => {
    const dataDir = await usedFolder()
    const server = await startReady({ dataDir, env: { LOG_LEVEL: 'info' } })
    await query(
      dataDir,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)`,
    )
    const refused = sentence('schema \\d+ of a newer Wingmark, but this one only supports schema \\d+')
    const to = join(newFolder(), 'backup')
    expect(await runBackup(to, { DATA_DIR: dataDir })).toEqual({ code: 2, lines: [], stderr: refused })
    expect(await isLive(server)).toBe(true)
    server.child.kill('SIGTERM')
    expect((await server.exit).stdout).toMatch(/"schema":\d+/)
    expect(await (await start({ dataDir })).exit).toEqual({ code: 1, stdout: '', stderr: refused })
  })
})

describe('as an ordinary user', { timeout: 60_000 }, () => {
  test('it starts in a folder of that user, and root can start there afterwards', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('every other test here already runs as an ordinary user')
    const mayRead = spawnSync(process.execPath, ['-v'], { uid: ordinaryUser, gid: ordinaryUser }).status === 0
    if (!mayRead) skip('an ordinary user cannot enter the folder of this clone')
    const dataDir = newFolder()
    for (const path of [root, dataDir]) chownSync(path, ordinaryUser, ordinaryUser)
    const asUser = await startReady({ dataDir, uid: ordinaryUser })
    expect(await isLive(asUser)).toBe(true)
    asUser.child.kill('SIGTERM')
    await asUser.exit
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(ordinaryUser)
    const asRoot = await startReady({ dataDir })
    expect(await isLive(asRoot)).toBe(true)
  })
})
