import { existsSync } from 'node:fs'
import { joinReview } from '@wingmark/contract/members'
import { getReview, openShare } from '@wingmark/contract/reviews'
import { changeShareLink, createShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webFolder } from '#server/modules/pages/service'
import { newGuest, newOpenReview, newReview, newUser, type Person } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

// Two processes on one database judge no more tries than one.
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
  const { shareCode } = answer.body.result
  reviews.set(shareCode, review._id)
  return shareCode
}
const reviews = new Map<string, string>()
const placeOf = async (code: string) => {
  const review = reviews.get(code) ?? ''
  const { results } = (await app.call(listShareLinks, { params: { id: review } }, owner)).body
  const found = results.find((link) => link.shareCode === code)
  if (!found) throw new Error('no such link')
  return { review, link: found._id, found }
}
const opened = async (code: string) => (await placeOf(code)).found
const changeKey = async (code: string, accessKey: string) => {
  const { review, link } = await placeOf(code)
  await app.call(changeShareLink, { params: { id: review, linkId: link }, body: { accessKey } }, owner)
}
const open = (at: TestApp, shareCode: string, accessKey: string) =>
  at.call(openShare, { body: { shareCode, accessKey } })
const openPlain = (at: TestApp, review: string, accessKey: string) =>
  at.call(openShare, { body: { review, accessKey } })
const counted = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((status) => status === one).length]),
  )

test('of 200 parallel keys with the right one among them, ten are judged', async () => {
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

test('a missing key is requested, and counts as no try', async () => {
  const code = await newLink()
  for (let n = 0; n < 12; n++) {
    const { status, body } = await open(n % 2 ? app : twin, code, '')
    expect([status, body.message]).toEqual([423, 'This review needs an access key.'])
  }
  expect((await open(app, code, 'open sesame')).status).toBe(200)
})

test('a right key neither uses up others’ tries nor clears wrong ones', async () => {
  const code = await newLink()
  for (let n = 0; n < 30; n++) expect((await open(n % 2 ? app : twin, code, 'open sesame')).status).toBe(200)
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) {
    statuses.push((await open(app, code, `wrong ${n}`)).status, (await open(twin, code, `false ${n}`)).status)
    if (n < 4) expect((await open(app, code, 'open sesame')).status).toBe(200)
  }
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 403))
  expect((await open(twin, code, 'a new one')).status).toBe(429)
})

const guessTen = async (code: string, kind = 'guess') => {
  for (let n = 0; n < 10; n++) await open(n % 2 ? app : twin, code, `${kind} ${n}`)
}

test('the same typo typed again counts once, and is refused each time', async () => {
  const code = await newLink()
  for (let n = 0; n < 15; n++) {
    const answer = await open(n % 2 ? app : twin, code, 'open sesam')
    expect([answer.status, answer.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
  }
  expect((await open(app, code, 'open sesame')).status).toBe(200)
})

test('others’ tries lock out nobody the link has admitted before, who gets no more tries than they', async () => {
  const code = await newLink()
  const { deviceToken } = (await open(app, code, 'open sesame')).body.result
  const guest = await newGuest(app)
  await app.call(openShare, { body: { shareCode: code, accessKey: 'open sesame' } }, guest)
  await expect.poll(async () => (await opened(code)).openingCount).toBeGreaterThan(1)
  await changeKey(code, 'a new key')
  await guessTen(code)
  const refused = await open(app, code, 'a new key')
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Too many attempts. Please try again in 15 minutes.',
  ])
  const known = (accessKey: string) =>
    twin.call(openShare, { body: { shareCode: code, accessKey, deviceToken } })
  expect((await known('a new key')).status).toBe(200)
  const asGuest = { body: { shareCode: code, accessKey: 'a new key' } }
  expect((await app.call(openShare, asGuest, guest)).status).toBe(200)
  const forged = { shareCode: code, accessKey: 'a new key', deviceToken: `${deviceToken}x` }
  expect((await twin.call(openShare, { body: forged })).status).not.toBe(500)
  for (let n = 0; n < 10; n++) expect((await known(`known guess ${n}`)).status).toBe(403)
  expect((await known('one more')).status).toBe(429)
})

test('the owner sees since when an address is refused, and opens the link to it', async () => {
  const code = await newLink()
  await guessTen(code)
  expect((await opened(code)).keyTries).toBeNull()
  expect((await open(app, code, 'open sesame')).status).toBe(429)
  const { keyTries } = await opened(code)
  const { closedSince = '', closedUntil = '' } = keyTries ?? {}
  expect(Date.parse(closedUntil) - Date.parse(closedSince)).toBe(15 * 60_000)
  expect(Math.abs(Date.now() - Date.parse(closedSince))).toBeLessThan(60_000)
  const { review, link } = await placeOf(code)
  const params = { id: review, linkId: link }
  const forgive = { params, body: { forgiveTries: true as const } }
  expect((await app.call(changeShareLink, forgive, owner)).body.result.keyTries).toBeNull()
  expect((await open(twin, code, 'open sesame')).status).toBe(200)
  await guessTen(code, 'another')
  expect((await open(twin, code, 'one more')).status).toBe(429)
})

test('each link has its own tries, also on one review', async () => {
  const [first, second] = [await newLink(), await newLink()]
  for (let n = 0; n < 11; n++) await open(app, first, `wrong ${n}`)
  expect((await open(app, first, 'open sesame')).status).toBe(429)
  expect((await open(app, second, 'open sesame')).status).toBe(200)
})

test('joining counts the same tries as opening', async () => {
  const code = await newLink()
  const person = await newUser(app)
  const join = (accessKey: string) => twin.call(joinReview, { body: { shareCode: code, accessKey } }, person)
  for (let n = 0; n < 5; n++) {
    expect((await open(app, code, `wrong ${n}`)).status).toBe(403)
    expect((await join(`false ${n}`)).status).toBe(403)
  }
  expect((await join('open sesame')).status).toBe(429)
})

test('the keys and plain addresses of reviews have the same limits as codes', async () => {
  const { review } = await newOpenReview(app, owner)
  const links = await app.call(listShareLinks, { params: { id: review._id } }, owner)
  const params = { id: review._id, linkId: links.body.results.find((link) => link.isPlain)?._id ?? '' }
  await app.call(changeShareLink, { params, body: { accessKey: 'open sesame' } }, owner)
  const keys = await Promise.all(
    Array.from({ length: 30 }, (_, n) => openPlain(n % 2 ? app : twin, review._id, `wrong ${n}`)),
  )
  expect(counted(keys.map((one) => one.status))).toEqual({ 403: 10, 429: 20 })
  expect((await openPlain(twin, review._id, 'open sesame')).status).toBe(429)
})

test('someone who tries ids of reviews is refused after a while, whether or not they exist', async () => {
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
