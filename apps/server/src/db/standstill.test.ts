import { listMyReviews } from '@wingmark/contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, type Person } from '../../test/people.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp()
  person = await newUser(app)
})
afterAll(() => app.close())

const backends = async () => {
  const { rows } = await app.deps.db.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  return rows.map(({ pid }) => pid)
}

test('a database that stands still makes nobody wait for long, and is used again once it goes on', async () => {
  const list = () => app.call(listMyReviews, {}, person)
  await Promise.all(Array.from({ length: 20 }, list))
  const pids = await backends()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: 4 }, list))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
    expect(performance.now() - from).toBeLessThan(20_000)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  expect((await list()).status).toBe(200)
})
