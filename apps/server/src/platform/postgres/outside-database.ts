import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#server/platform/config'
import { StartupError } from '#server/platform/startup-error'

const oldestVersion = 150_000
const patience = 5_000
const refusals: Record<string, string> = {
  '28P01': 'does not accept this user and password',
  '28000': 'does not accept this user',
  '3D000': 'has no database of this name',
}

const codeOf = (error: unknown): string => {
  // Node tries all addresses of a name, and then reports all of them.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error && /timeout/i.test(error.message) ? 'no answer' : 'unknown error'
}

const newClient = (databaseUrl: string | null): pg.Client => {
  const client = new pg.Client({
    connectionString: databaseUrl ?? '',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  return client.on('error', () => {})
}

const serverVersion = async (databaseUrl: string) => {
  const client = newClient(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
    return Number(rows[0]?.server_version_num)
  } finally {
    client.end().catch(() => {})
  }
}

const addressOf = (databaseUrl: string) => {
  const url = new URL(databaseUrl)
  return url.searchParams.get('host') ?? `${url.hostname || 'localhost'}:${url.port || '5432'}`
}

/** Makes sure that a usable PostgreSQL answers; waits a few seconds for one that is just starting. */
export const checkDatabase = async (databaseUrl: string, variable: string): Promise<void> => {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      const version = await serverVersion(databaseUrl)
      if (version >= oldestVersion) return
      const major = Math.floor(version / 10_000)
      throw new StartupError(`${variable} points to PostgreSQL ${major}, but Wingmark needs 15 or newer.`)
    } catch (error) {
      if (error instanceof StartupError) throw error
      const code = codeOf(error)
      const refusal = refusals[code]
      const at = addressOf(databaseUrl)
      if (refusal !== undefined) throw new StartupError(`${variable}: the PostgreSQL at ${at} ${refusal}.`)
      if (performance.now() > deadline) {
        throw new StartupError(`${variable}: no PostgreSQL can be reached at ${at} (${code}).`)
      }
      await sleep(250)
    }
  }
}

const listenPatience = 10_000

type Urls = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'isDatabasePrepared'>

/** Throws for a pooler that cannot do what it is used for. Returns what else the operator should set. */
export const checkPooler = async ({
  databaseUrl,
  databaseDirectUrl,
  isDatabasePrepared,
}: Urls): Promise<string | null> => {
  const clients = [databaseDirectUrl, databaseUrl, databaseUrl].map((url) => newClient(url ?? databaseUrl))
  const [listener, first, second] = clients
  if (!listener || !first || !second) return null
  try {
    await Promise.all(clients.map((client) => client.connect()))
    if (!(await hears(listener, first))) throw new StartupError(deafness(databaseDirectUrl))
    if (isDatabasePrepared && !(await keepsPrepared(first, second)))
      throw new StartupError(
        'DATABASE_URL points to a pooler that doesn’t support prepared statements. Set DATABASE_PREPARED to off.',
      )
    return databaseDirectUrl === null || (await limitsTime(first)) ? null : endlessStatements
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}

const endlessStatements =
  'Statements through DATABASE_URL have no time limit: give the role one (ALTER ROLE … SET statement_timeout = 30000).'

const limitsTime = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
  return rows[0]?.statement_timeout !== '0'
}

const deafness = (directUrl: string | null) =>
  directUrl === null
    ? 'DATABASE_URL points to a pooler, which drops LISTEN. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
    : 'DATABASE_DIRECT_URL does not hear what is sent through DATABASE_URL. Both must point to the same database, this one without a pooler.'

/** Whether a LISTEN lasts longer than its transaction. */
const hears = async (listener: pg.Client, sender: pg.Client): Promise<boolean> => {
  const channel = `wingmark_check_${randomBytes(6).toString('hex')}`
  const { promise: heard, resolve } = Promise.withResolvers<boolean>()
  listener.on('notification', () => resolve(true))
  await listener.query(`listen ${channel}`)
  await sender.query(`notify ${channel}`)
  return Promise.race([heard, sleep(listenPatience, false, { ref: false })])
}

/** Whether a prepared statement is there in the next transaction too, while another one has its connection. */
const keepsPrepared = async (first: pg.Client, other: pg.Client): Promise<boolean> => {
  const prepared = { name: 'wingmark-check', text: 'select 1' }
  await first.query(prepared)
  await other.query('begin')
  const isKept = await first.query(prepared).then(
    () => true,
    () => false,
  )
  await other.query('rollback')
  return isKept
}
