import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'

let database: TestDatabase
let db: ReturnType<typeof openDatabase>
const lost: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { warn: (_details, message) => lost.push(message) })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const numbered = (n: number) =>
  db.lookups.query<{ n: number }>({ name: 'n', text: 'select $1::int as n', values: [n] })

test('each of many statements gets its own answer, over two connections', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => numbered(n)))
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  const backends = await Promise.all(
    Array.from({ length: 40 }, () =>
      db.lookups.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }),
    ),
  )
  expect(new Set(backends.map(({ rows }) => rows[0]?.pid)).size).toBe(2)
})

test('a statement that fails fails alone', async () => {
  const answers = await Promise.allSettled([
    numbered(1),
    numbered(2),
    db.lookups.query({ text: 'select no' }),
    numbered(3),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('after the database ended the connections, the next statements open others', async () => {
  await numbered(1)
  await numbered(2)
  await db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(() => lost.length).toBeGreaterThanOrEqual(2)
  // What is sent before its connection has heard of its end fails.
  const answers = async () => {
    const all = await Promise.allSettled([numbered(7), numbered(8), numbered(9)])
    return all.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.n : String(one.reason)))
  }
  await expect.poll(answers).toEqual([7, 8, 9])
})

test('each statement fails at once without a database', async () => {
  const dead = openDatabase('postgres://nobody@127.0.0.1:9/none', { warn: () => {} })
  await expect(dead.lookups.query({ text: 'select 1' })).rejects.toThrow(/ECONNREFUSED/)
  await expect(dead.lookups.query({ text: 'select 1' })).rejects.toThrow(/ECONNREFUSED/)
  await dead.close()
})
