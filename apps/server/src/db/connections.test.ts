import { listMyReviews } from '@wingmark/contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newListeners } from '../../test/live-listeners.ts'
import { newReview, newUser } from '../../test/people.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a busy process takes fewer than 20 connections, of which each limits the time of its statements', async () => {
  const { db, locks } = app.deps
  const owner = await newUser(app)
  const at = newListeners(app)
  await at.settle(await newReview(app, owner), owner)
  const letGo = await locks.take('a lock', { onWanted: () => {}, onLost: () => {} })
  await Promise.all([
    ...Array.from({ length: 100 }, () => app.call(listMyReviews, {}, owner)),
    ...Array.from({ length: 20 }, () => db.jobs.query('select pg_sleep(0.05)')),
  ])
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
  )
  expect(rows[0]?.count).toBeGreaterThan(10)
  expect(rows[0]?.count).toBeLessThan(20)
  await letGo?.()
  at.close()

  const show = { text: 'show statement_timeout' }
  const [pool, jobs, lookups] = await Promise.all([
    db.pool.query(show),
    db.jobs.query(show),
    db.lookups.query(show),
  ])
  expect([pool, jobs, lookups].map((one) => one.rows[0])).toEqual([
    { statement_timeout: '30s' },
    { statement_timeout: '30s' },
    { statement_timeout: '4s' },
  ])
})
