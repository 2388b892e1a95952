import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { openDatabase } from './client.ts'

// Account deletion removes their rows in separate statements.
const people = ['users', 'guests']

test('deletes dependent rows by an index, without reading whole tables', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { warn: () => {} })
  const { rows } = await db.pool.query<{ scanned: string }>(
    `select conrelid::regclass || '.' || a.attname as scanned
    from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace
      and confrelid::regclass::text <> all ($1::text[])
      and not exists (select 1 from pg_index i where i.indrelid = conrelid and i.indkey[0] = a.attnum
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1`,
    [people],
  )
  await db.close()
  await database.drop()
  expect(rows.map(({ scanned }) => scanned)).toEqual([])
})
