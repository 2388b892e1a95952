import { randomUUID } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { againIfVictim } from '#server/db/deadlocks'
import { waitForOpenOnes } from '#server/db/full-disk-pool'
import { type Lookups, openLookups } from '#server/db/lookups'
import { bindClient, statement } from '#server/db/statement'

// Counters are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Orm = NodePgDatabase
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a store runs its statements on: the pool, or a transaction. */
export type Queryable = Orm | Transaction

export type Database = {
  /** May lead through a pooler: for statements and transactions only. */
  pool: pg.Pool
  /** Leads to PostgreSQL itself: for LISTEN, locks of sessions, migrations and the job worker. */
  directUrl: string
  /** For the job worker alone: it would stop if requests held all connections when a job ends. */
  jobs: pg.Pool
  lookups: Lookups
  orm: Orm
  /** Ends idle connections; waits for those in use. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Where `url` is a pooler's: PostgreSQL's own. */
  directUrl?: string | null
  /** False for poolers that know no prepared statements. */
  isPrepared?: boolean
}

const statementTimeoutMs = 30_000
const lookupTimeoutMs = 4_000
/** Together with the listener and the locks: 19 a process. */
const connectionsMax = { requests: 9, jobs: 6 }

/** Statements with a name stay prepared in a session, which a pooler changes between transactions. */
class UnpreparedClient extends pg.Client {
  override query(asked: string | pg.QueryConfig, ...rest: unknown[]) {
    const given = typeof asked === 'object' && 'name' in asked ? { ...asked, name: undefined } : asked
    // @ts-expect-error As above.
    return super.query(given, ...rest)
  }
}

export function openDatabase(
  url: string,
  log: { warn(details: object, message: string): void },
  { directUrl = null, isPrepared = true }: DatabaseOptions = {},
): Database {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    // A database that hangs, or a connection that died silently, ends nothing by itself.
    query_timeout: 35_000,
    application_name: `wingmark ${randomUUID()}`,
  }
  const Client = isPrepared ? pg.Client : UnpreparedClient
  // As a parameter of the connection a pooler would refuse it; there the role has it.
  const limitTime = directUrl === null ? setStatementTimeout : async () => {}
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const openPool = (max: number, settings: pg.PoolConfig = {}) => {
    const opened = new pg.Pool({
      ...connection,
      Client,
      max,
      min: 2,
      idleTimeoutMillis: 30_000,
      onConnect: (client) => limitTime(client, statementTimeoutMs),
      ...settings,
    })
    waitForOpenOnes(opened)
    opened.on('error', lost)
    opened.on('connect', (client) => client.on('error', lost))
    // The pool does not listen to a connection while it is checked out.
    opened.on('connect', (client) => client.on('error', () => {}))
    return opened
  }
  const pool = openPool(connectionsMax.requests)
  // Nobody waits for an answer here, and a worker without a connection stops.
  const jobs = openPool(connectionsMax.jobs, {
    connectionString: directUrl ?? url,
    Client: pg.Client,
    connectionTimeoutMillis: 60_000,
    onConnect: (client) => setStatementTimeout(client, statementTimeoutMs),
  })
  const lookups = openLookups(() => new Client({ ...connection, pipeline: true, query_timeout: 4_500 }), {
    lost,
    opened: (client) => limitTime(client, lookupTimeoutMs),
  })
  return {
    pool,
    directUrl: directUrl ?? url,
    jobs,
    lookups,
    orm: openOrm(pool),
    close: async () => {
      await Promise.all([pool.end(), jobs.end(), lookups.close()])
    },
  }
}

const limitStatements = statement('limit-statements', {
  takes: { ms: 'text' },
  text: `select set_config('statement_timeout', {ms}::text, false)`,
})

async function setStatementTimeout(client: pg.ClientBase, ms: number): Promise<void> {
  await limitStatements.count(client, { ms: String(ms) })
}

function openOrm(pool: pg.Pool): Orm {
  const orm = drizzle({ client: pool })
  bindClient(orm, pool)
  orm.transaction = (work, config) =>
    againIfVictim(async () => {
      const client = await pool.connect()
      try {
        return await drizzle({ client }).transaction((tx) => {
          bindClient(tx, client)
          return work(tx)
        }, config)
      } finally {
        client.release()
      }
    })
  return orm
}
