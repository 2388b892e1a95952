import { joinReview } from '@wingmark/contract/members'
import { openShare } from '@wingmark/contract/reviews'
import { createShareLink } from '@wingmark/contract/share-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReview, newUser, type Person } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

// Two processes on one database judge no more than one would.
let app: TestApp
let twin: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp()
  const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
  twin = await startTestApp({ databaseUrl, dataDir: app.dataDir })
  owner = await newUser(app)
})
afterAll(async () => {
  await twin.close()
  await app.close()
})

const newLink = async () => {
  const { review } = await newReview(app, owner)
  const body = { name: 'Locked', accessKey: 'open sesame' }
  const answer = await app.call(createShareLink, { params: { id: review._id }, body }, owner)
  return answer.body.result.shareCode
}
const open = (at: TestApp, shareCode: string, accessKey: string) =>
  at.call(openShare, { body: { shareCode, accessKey } })
const counted = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]),
  )

test('of 200 keys at once with the right one among them, ten are judged', async () => {
  const code = await newLink()
  const keys = Array.from({ length: 200 }, (_, n) => (n === 120 ? 'open sesame' : `a guess, number ${n}`))
  const answers = await Promise.all(keys.map((key, n) => open(n % 2 ? app : twin, code, key)))
  const { 200: right = 0, 403: wrong = 0, 429: unjudged = 0 } = counted(answers.map((one) => one.status))
  expect(right + wrong).toBeLessThanOrEqual(11)
  expect(wrong).toBeLessThanOrEqual(10)
  expect(right + wrong + unjudged).toBe(200)
  expect((await open(app, code, 'open sesame')).status).toBe(429)
  expect(Number((await open(twin, code, 'open sesame')).headers.get('retry-after'))).toBeGreaterThan(60)
})

test('a right key takes no try away from others, and forgives no wrong one', async () => {
  const code = await newLink()
  for (let n = 0; n < 30; n++) expect((await open(n % 2 ? app : twin, code, 'open sesame')).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) {
    statuses.push((await open(app, code, 'wrong')).status, (await open(twin, code, 'wrong')).status)
    if (n < 4) expect((await open(app, code, 'open sesame')).status).toBe(200)
  }
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 403))
  expect((await open(twin, code, 'open sesame')).status).toBe(429)
})

test('one link’s tries are not another’s, also on one review', async () => {
  const [first, second] = [await newLink(), await newLink()]
  for (let n = 0; n < 11; n++) await open(app, first, 'wrong')
  expect((await open(app, first, 'open sesame')).status).toBe(429)
  expect((await open(app, second, 'open sesame')).status).toBe(200)
})

test('joining counts the same tries as opening', async () => {
  const code = await newLink()
  const person = await newUser(app)
  const join = (accessKey: string) => twin.call(joinReview, { body: { shareCode: code, accessKey } }, person)
  for (let n = 0; n < 5; n++) {
    expect((await open(app, code, 'wrong')).status).toBe(403)
    expect((await join('wrong')).status).toBe(403)
  }
  expect((await join('open sesame')).status).toBe(429)
})

test('guessing codes stops after sixty', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => open(n % 2 ? app : twin, `${n}`.padEnd(24, 'x'), '')),
  )
  expect(counted(guesses.map((one) => one.status))).toEqual({ 403: 60, 429: 40 })
})
