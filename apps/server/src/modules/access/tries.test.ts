import { existsSync } from 'node:fs'
import { joinReview } from '@wingmark/contract/members'
import { getReview, openShare } from '@wingmark/contract/reviews'
import { changeShareLink, createShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webFolder } from '#server/modules/pages/service'
import { newOpenReview, newReview, newUser, type Person } from '../../../test/people.ts'
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
const openPlain = (at: TestApp, review: string, accessKey: string) =>
  at.call(openShare, { body: { review, accessKey } })
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

test('a key that is missing is asked for, and is no try', async () => {
  const code = await newLink()
  for (let n = 0; n < 12; n++) {
    const { status, body } = await open(n % 2 ? app : twin, code, '')
    expect([status, body.message]).toEqual([423, 'This review needs an access key.'])
  }
  expect((await open(app, code, 'open sesame')).status).toBe(200)
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

test('the keys and the plain addresses of reviews are guessed on the same limits as codes', async () => {
  const { review } = await newOpenReview(app, owner)
  const links = await app.call(listShareLinks, { params: { id: review._id } }, owner)
  const params = { id: review._id, linkId: links.body.results.find((link) => link.isPlain)?._id ?? '' }
  await app.call(changeShareLink, { params, body: { accessKey: 'open sesame' } }, owner)
  const keys = await Promise.all(
    Array.from({ length: 30 }, (_, n) => openPlain(n % 2 ? app : twin, review._id, 'wrong')),
  )
  expect(counted(keys.map((one) => one.status))).toEqual({ 403: 10, 429: 20 })
  expect((await openPlain(twin, review._id, 'open sesame')).status).toBe(429)
})

test('whoever tries ids of reviews is told to stop after a while, for what is there and what is not', async () => {
  const { review } = await newReview(app, owner)
  const see = (id: string) => twin.call(getReview, { params: { id } })
  const page = (id: string) => twin.fetch(`/reviews/${id}`)
  expect((await see(review._id)).status).toBe(404)
  await app.deps.limits.consume({ reviewMissByAddress: '127.0.0.1' }, 1_998)
  expect((await see(crypto.randomUUID())).status).toBe(404)
  for (const id of [review._id, crypto.randomUUID()]) {
    const answer = await see(id)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 60]).toEqual([429, true])
    if (!existsSync(`${webFolder}/index.html`)) continue
    const shell = await page(id)
    expect([shell.status, await shell.text()]).toEqual([429, await (await page(id)).text()])
    expect(Number(shell.headers.get('retry-after'))).toBeGreaterThan(60)
  }
  const seen = await twin.call(getReview, { params: { id: review._id } }, owner)
  expect(seen.status).toBe(200)
  await app.deps.limits.forgive({ reviewMissByAddress: '127.0.0.1' })
})

test('guessing codes stops after sixty, also of plain addresses', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 3 ? open(n % 2 ? app : twin, `${n}`.padEnd(24, 'x'), '') : openPlain(app, crypto.randomUUID(), ''),
    ),
  )
  expect(counted(guesses.map((one) => one.status))).toEqual({ 403: 60, 429: 40 })
})
