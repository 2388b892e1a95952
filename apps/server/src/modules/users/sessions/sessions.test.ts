import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFile, newUser, type Person } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const day = 86_400_000

/** Simulates later days by moving stored times back. */
async function daysPass({ user }: Person, days: number) {
  await app.deps.db.pool.query(
    `update sessions set created_at = created_at - make_interval(days => $2::int),
       expires_at = expires_at - make_interval(days => $2::int) where user_id = $1`,
    [user._id, days],
  )
}

const profileOf = async (person: Person) => (await app.call(contract.getProfile, {}, person)).status

async function endOf(person: Person): Promise<number> {
  const { body } = await app.call(contract.listSessions, {}, person)
  return Date.parse(body.results[0]?.expiresAt ?? '') - Date.now()
}

test('a session unused for thirty days ends, with its file addresses', async () => {
  const person = await newUser(app)
  const file = await newFile(app, person)
  await daysPass(person, 31)
  expect(await profileOf(person)).toBe(401)
  const { pathname, search } = new URL(file.url ?? '')
  expect((await app.fetch(pathname + search)).status).toBe(404)
})

test('a used one continues, but not beyond ninety days', async () => {
  const person = await newUser(app)
  for (let days = 0; days < 80; days += 20) {
    await daysPass(person, 20)
    expect(await profileOf(person)).toBe(200)
    const left = Math.min(30, 90 - (days + 20)) * day
    await expect.poll(() => endOf(person)).toBeGreaterThan(left - 0.1 * day)
    expect(await endOf(person)).toBeLessThanOrEqual(left + 0.1 * day)
  }
  await daysPass(person, 11)
  expect(await profileOf(person)).toBe(401)
})

test('using it again within the hour writes nothing', async () => {
  const person = await newUser(app)
  const version = async () =>
    (
      await app.deps.db.pool.query('select xmin::text as v from sessions where user_id = $1', [
        person.user._id,
      ])
    ).rows
  const before = await version()
  for (let n = 0; n < 5; n++) await profileOf(person)
  expect(await version()).toEqual(before)
})
