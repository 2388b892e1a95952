import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { hashToken, randomToken } from '../../apps/server/src/platform/tokens.ts'
import { launch } from '../../apps/server/test/running-server.ts'
import { openConnections } from './kept-connections.ts'

/**
 * The server as a separate process on a fresh PostgreSQL with its usual settings, and a connection to that database.
 */
export async function startServer(connections = 24, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
  const postgres = await startPostgres({
    dataDir: folder,
    log: createLog('warn'),
    // The peer's connections come on top of the server's.
    settings: { max_connections: String(40 + connections) },
  })
  await migrate(postgres.url)
  const server = await launch({
    dataDir: folder,
    env: { DATABASE_URL: postgres.url, NODE_ENV: 'production', ...env },
  })
  await server.ready
  const pool = new pg.Pool({ connectionString: postgres.url, max: connections })
  const http = openConnections(server.origin)
  return {
    origin: server.origin,
    pid: server.child.pid ?? 0,
    pool,
    /** One HTTP call; returns the body, throws unless 2xx. */
    ask: http.ask,
    async stop() {
      http.close()
      await pool.end()
      server.child.kill('SIGTERM')
      await server.exit
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BenchServer = Awaited<ReturnType<typeof startServer>>

export type BenchPerson = { id: string; token: string }

export async function addPerson(pool: pg.Pool, name: string): Promise<BenchPerson> {
  const id = uuid()
  const token = `wmu_${randomToken()}`
  await pool.query('insert into users (id, name, email, username) values ($1, $2, $3, $4)', [
    id,
    name,
    `${id}@example.test`,
    id,
  ])
  await pool.query(
    "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
    [uuid(), id, hashToken(token)],
  )
  return { id, token }
}

export type BenchReview = { id: string; file: string; code: string }

/** A review of one picture, written straight into the database. */
export async function addReview(pool: pg.Pool, owner: string): Promise<BenchReview> {
  const [id, file, blob, code] = [uuid(), uuid(), uuid(), randomToken()]
  await pool.query("insert into reviews (id, owner_id, name, file_count) values ($1, $2, 'Bench', 1)", [
    id,
    owner,
  ])
  await pool.query('insert into share_links (id, review_id, code) values ($1, $2, $3)', [uuid(), id, code])
  await pool.query(
    `insert into blobs (id, storage_key, size, mime, kind, state, width, height)
     values ($1::uuid, $1::uuid::text, 1000, 'image/png', 'IMAGE', 'READY', 800, 600)`,
    [blob],
  )
  await pool.query(
    `insert into files (id, key, blob_id, owner_id, name, review_id, position)
     values ($1, $2, $3, $4, 'design.png', $5, 0)`,
    [file, randomToken(), blob, owner, id],
  )
  return { id, file, code }
}

export async function addMember(pool: pg.Pool, review: string, user: string, role: string): Promise<void> {
  await pool.query('insert into members (review_id, user_id, role) values ($1, $2, $3)', [review, user, role])
}
