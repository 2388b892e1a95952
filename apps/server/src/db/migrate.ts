import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const lockNumber = 8_412_027

/** Brings the schema up to date; several processes may call it at once. */
export async function migrate(databaseUrl: string, migrationsFolder = defaultFolder()): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await applyMigrations(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end()
  }
}

// The bundle lives in dist/, the sources in src/db/: both are below apps/server.
function defaultFolder(): string {
  const root = import.meta.url.slice(0, import.meta.url.lastIndexOf('/apps/server/') + '/apps/server/'.length)
  return fileURLToPath(new URL('src/db/migrations', root))
}
