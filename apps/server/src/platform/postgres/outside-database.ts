import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
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

const serverVersion = async (databaseUrl: string) => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
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
export const checkDatabase = async (databaseUrl: string): Promise<void> => {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      const version = await serverVersion(databaseUrl)
      if (version >= oldestVersion) return
      const major = Math.floor(version / 10_000)
      throw new StartupError(`DATABASE_URL points to PostgreSQL ${major}, but Wingmark needs 15 or newer.`)
    } catch (error) {
      if (error instanceof StartupError) throw error
      const code = codeOf(error)
      const refusal = refusals[code]
      const at = addressOf(databaseUrl)
      if (refusal !== undefined) throw new StartupError(`DATABASE_URL: the PostgreSQL at ${at} ${refusal}.`)
      if (performance.now() > deadline) {
        throw new StartupError(`DATABASE_URL: no PostgreSQL can be reached at ${at} (${code}).`)
      }
      await sleep(250)
    }
  }
}
