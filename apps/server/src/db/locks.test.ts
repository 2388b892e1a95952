import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { type Database, openDatabase } from './client.ts'
import { createLocks } from './locks.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { warn: () => {} })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const sessions = async () =>
  (
    await db.pool.query(`select pid from pg_stat_activity where application_name = 'wingmark locks'
     and datname = current_database()`)
  ).rows.length

test('keeps a lock that is taken while an idle connection closes, on a connection that closes later', async () => {
  const locks = createLocks(db)
  const freeFirst = await locks.take('first', { onWanted: () => {}, onLost: () => {} })
  await freeFirst?.()
  let isLost = false
  const closing = locks.close()
  const free = await locks.take('second', { onWanted: () => {}, onLost: () => (isLost = true) })
  await closing
  await eventually(async () => expect(await sessions()).toBe(1))
  expect(isLost).toBe(false)
  await free?.()
  await locks.close()
  await eventually(async () => expect(await sessions()).toBe(0))
})

test('reports a lost connection to the holder of a lock, which can then be taken again', async () => {
  const locks = createLocks(db)
  const lost = Promise.withResolvers<void>()
  const free = await locks.take('third', { onWanted: () => {}, onLost: lost.resolve })
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'wingmark locks' and datname = current_database()`)
  await lost.promise
  await free?.()
  const again = await locks.take('third', { onWanted: () => {}, onLost: () => {} })
  expect(again).not.toBeNull()
  await again?.()
  await locks.close()
})
