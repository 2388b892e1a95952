import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseJson } from '@wingmark/contract/json'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup-error'

const lockNumber = 8_412_027

type Schema = { number: number; madeAt: number }
type Asked = Pick<pg.Pool, 'query'>

/** Updates the schema; several processes may call it at once. Returns its number; throws for a newer one. */
export async function migrate(databaseUrl: string, migrationsFolder = defaultFolder()): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await refuseNewerSchema(client, migrationsFolder)
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    return await readSchemaNumber(client)
  } finally {
    await client.end()
  }
}

/** An older program would write rows that a newer one does not expect; throws with both schema numbers. */
export async function refuseNewerSchema(database: Asked, migrationsFolder = defaultFolder()): Promise<void> {
  const [there, known] = await Promise.all([readSchema(database), readKnown(migrationsFolder)])
  if (there.number <= known.number && there.madeAt <= known.madeAt) return
  throw new StartupError(
    `The database has schema ${there.number} of a newer Wingmark, but this one only supports schema ${known.number}. Update Wingmark, or restore the backup from before the update.`,
  )
}

/** The number in the name of the newest applied migration; -1 before the first. */
export async function readSchemaNumber(database: Asked): Promise<number> {
  return (await readSchema(database)).number
}

async function readSchema(database: Asked): Promise<Schema> {
  const { rows: tables } = await database.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  )
  if (!tables[0]?.isThere) return { number: -1, madeAt: 0 }
  const { rows } = await database.query<{ count: string; madeAt: string | null }>(
    'select count(*) as count, max(created_at) as "madeAt" from drizzle.__drizzle_migrations',
  )
  return { number: Number(rows[0]?.count) - 1, madeAt: Number(rows[0]?.madeAt) }
}

const Journal = z.object({ entries: z.array(z.object({ idx: z.number(), when: z.number() })) })

async function readKnown(folder: string): Promise<Schema> {
  const journal = parseJson(await readFile(join(folder, 'meta/_journal.json'), 'utf8'), Journal)
  const newest = journal?.entries.at(-1)
  if (!newest) throw new StartupError(`The migrations in ${folder} cannot be read. Reinstall Wingmark.`)
  return { number: newest.idx, madeAt: newest.when }
}

// The bundle lives in dist/, the sources in src/db/: both are below apps/server.
function defaultFolder(): string {
  const root = import.meta.url.slice(0, import.meta.url.lastIndexOf('/apps/server/') + '/apps/server/'.length)
  return fileURLToPath(new URL('src/db/migrations', root))
}
