import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/client'

/** A secret that all processes on this database share; made at its first use. */
export async function loadSecret(db: Database, name: string): Promise<Buffer> {
  await db.pool.query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32),
  ])
  const { rows } = await db.pool.query<{ value: Buffer }>('select value from secrets where name = $1', [name])
  const value = rows[0]?.value
  if (!value) throw new Error(`secret ${name} could not be stored`)
  return value
}
