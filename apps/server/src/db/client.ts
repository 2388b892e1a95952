import { randomUUID } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { againIfVictim } from '#server/db/deadlocks'
import { waitForOpenOnes } from '#server/db/full-disk-pool'
import { type Lookups, openLookups } from '#server/db/lookups'
import { bindClient } from '#server/db/statement'

// Counters are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Orm = NodePgDatabase
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What a store runs its statements on: the pool, or a transaction. */
export type Queryable = Orm | Transaction

export type Database = {
  pool: pg.Pool
  /** For the job worker alone: it would stop if requests held all connections when a job ends. */
  jobs: pg.Pool
  lookups: Lookups
  orm: Orm
  /** Ends idle connections; waits for those in use. */
  close(): Promise<void>
}

export function openDatabase(url: string, log: { warn(details: object, message: string): void }): Database {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 30_000,
    // A database that hangs, or a connection that died silently, ends nothing by itself.
    query_timeout: 35_000,
    application_name: `wingmark ${randomUUID()}`,
  }
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const openPool = (max: number, settings: pg.PoolConfig = {}) => {
    const opened = new pg.Pool({ ...connection, max, min: 2, idleTimeoutMillis: 30_000, ...settings })
    waitForOpenOnes(opened)
    opened.on('error', lost)
    opened.on('connect', (client) => client.on('error', lost))
    // The pool does not listen to a connection while it is checked out.
    opened.on('connect', (client) => client.on('error', () => {}))
    return opened
  }
  const pool = openPool(12)
  // Nobody waits for an answer here, and a worker without a connection stops.
  const jobs = openPool(8, { connectionTimeoutMillis: 60_000 })
  const lookups = openLookups({ ...connection, statement_timeout: 4_000, query_timeout: 4_500 }, lost)
  return {
    pool,
    jobs,
    lookups,
    orm: openOrm(pool),
    close: async () => {
      await Promise.all([pool.end(), jobs.end(), lookups.close()])
    },
  }
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
