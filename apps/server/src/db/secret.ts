import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

const insert = statement('secret-insert', {
  takes: { name: 'text', value: 'bytea' },
  text: 'insert into secrets (name, value) values ({name}::text, {value}::bytea) on conflict do nothing',
})
const find = statement('secret', {
  takes: { name: 'text' },
  gives: row<{ value: Buffer }>({ value: 'bytea' }),
  text: 'select value from secrets where name = {name}::text',
})

/** A secret that all processes on this database share; created at its first use. */
export async function loadSecret(db: Database, name: string): Promise<Buffer> {
  await insert.count(db.pool, { name, value: randomBytes(32) })
  const found = await find.first(db.pool, { name })
  if (!found) throw new Error(`secret ${name} could not be stored`)
  return found.value
}
