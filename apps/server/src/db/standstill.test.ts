import { listMyReviews } from '@wingmark/contract/reviews'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newUser, type Person } from '../../test/people.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp()
  person = await newUser(app)
})
afterAll(() => app.close())

/** Runs `work` while all the application's open connections get no answer. */
async function whileStandingStill(work: () => Promise<void>): Promise<void> {
  const { rows } = await app.deps.db.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  await work().finally(() => {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  })
}

const list = async () => (await app.call(listMyReviews, {}, person)).status

test('a hanging database makes nobody wait for long, and is used again once it continues', async () => {
  await Promise.all(Array.from({ length: 20 }, list))
  await whileStandingStill(async () => {
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: 4 }, list))
    expect(answers).toEqual([503, 503, 503, 503])
    expect(performance.now() - from).toBeLessThan(20_000)
  })
  expect(await list()).toBe(200)
})

test('reports a lost lock to its holder, and gives up on taking another', async () => {
  const { locks } = app.deps
  const onLost = vi.fn<() => void>()
  const release = await locks.take('held', { onWanted: () => {}, onLost })
  await whileStandingStill(async () => {
    await expect(locks.take('asked', { onWanted: () => {}, onLost: () => {} })).rejects.toThrow(
      'Query read timeout',
    )
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 20_000)
  })
  await release?.()
  const again = await locks.take('asked', { onWanted: () => {}, onLost: () => {} })
  expect(again).not.toBeNull()
  await again?.()
})
