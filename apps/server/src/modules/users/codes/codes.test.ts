import { createComment, getComment } from '@wingmark/contract/comments'
import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import { newGuest, newReview, newUser } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
/** A second process on the same database and email folder. */
let twin: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
  twin = await startTestApp({ databaseUrl, dataDir: app.dataDir })
})
afterAll(async () => {
  await twin.close()
  await app.close()
})

const ask = (email: string) => app.call(contract.sendLoginCode, { body: { email } })
const enter = (email: string, otp: string, on = app) =>
  on.call(contract.verifyLoginCode, { body: { email, otp } })
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const noLonger = 'This code is no longer valid. Request a new one.'

async function codeFor(email: string, count = 1): Promise<string> {
  await ask(email)
  const mails = await mailsFor(app, email, count)
  const last = mails.at(-1)
  return last ? codeIn(last) : ''
}

test('an emailed code signs in once, in any spelling of the address', async () => {
  const { user } = await newUser(app)
  const code = await codeFor(user.email)
  expect(code).toMatch(/^\d{6}$/)
  const { status, body } = await enter(
    `  ${user.email.toUpperCase()} `,
    ` ${code.slice(0, 3)} ${code.slice(3)}`,
  )
  expect(status).toBe(200)
  expect(body.result.user._id).toBe(user._id)
  expect((await app.call(contract.getProfile, {}, { token: body.result.accessToken })).status).toBe(200)
  const again = await enter(user.email, code)
  expect([again.status, again.body.message]).toEqual([422, noLonger])
})

test('a new code ends the one before', async () => {
  const { user } = await newUser(app)
  const first = await codeFor(user.email)
  const second = await codeFor(user.email, 2)
  if (first !== second) expect((await enter(user.email, first)).status).toBe(422)
  expect((await enter(user.email, second)).status).toBe(200)
})

test('a code is for its address only, and expires', async () => {
  const [one, two] = [await newUser(app), await newUser(app)]
  const code = await codeFor(one.user.email)
  await codeFor(two.user.email)
  expect((await enter(two.user.email, code)).status).toBe(422)
  await app.deps.db.pool.query(`update login_codes set expires_at = now() where email = $1`, [one.user.email])
  const late = await enter(one.user.email, code)
  expect([late.status, late.body.errors]).toEqual([422, { otp: noLonger }])
})

test('it is stored as a hash that cannot be tried without the secret', async () => {
  const { user } = await newUser(app)
  const code = await codeFor(user.email)
  const { rows } = await app.deps.db.pool.query('select c::text as row from login_codes c')
  expect(JSON.stringify(rows)).not.toContain(code)
  const waiting = await app.deps.db.pool.query('select j::text as row from graphile_worker._private_jobs j')
  expect(JSON.stringify(waiting.rows)).not.toContain(code)
})

test.each([
  [123_456, 'OTP must be at least 4 characters'],
  ['123', 'OTP must be at least 4 characters'],
  ['1234567', 'OTP must be at most 6 characters'],
  [['123456'], 'OTP must be at least 4 characters'],
])('the code %j is refused at its field', async (otp, message) => {
  const body = { email: 'ida@example.test', otp } as never
  const answer = await app.call(contract.verifyLoginCode, { body })
  expect([answer.status, answer.body.errors]).toEqual([422, { otp: message }])
})

describe('guessing', () => {
  test('after five wrong codes even the right one is refused', async () => {
    const { user } = await newUser(app)
    const code = await codeFor(user.email)
    for (let n = 1; n <= 5; n++) {
      const answer = await enter(user.email, other(code, n), n % 2 ? app : twin)
      expect(answer.body.errors?.otp).toBe('Wrong code. Check it and try again.')
    }
    const late = await enter(user.email, code)
    expect([late.status, late.body.message]).toEqual([422, noLonger])
  })

  test('of 200 at once, over two processes, at most five are judged', async () => {
    const { user } = await newUser(app)
    const code = await codeFor(user.email)
    const guesses = Array.from({ length: 199 }, (_, n) => other(code, n + 1))
    guesses.splice(150, 0, code)
    const answers = await Promise.all(guesses.map((guess, n) => enter(user.email, guess, n % 2 ? app : twin)))
    const judged = answers.filter((answer) => answer.status === 200 || answer.body.message !== noLonger)
    expect(judged.length).toBeLessThanOrEqual(5)
    expect(answers.every((answer) => [200, 422].includes(answer.status))).toBe(true)
    expect((await enter(user.email, code)).status).toBe(422)
  })

  test('the right code sent twenty times at once opens one session', async () => {
    const { user } = await newUser(app)
    const code = await codeFor(user.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => enter(user.email, code, n % 2 ? app : twin)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('an address gets five emails in a quarter of an hour, registered or not', async () => {
    const { user } = await newUser(app)
    for (const email of [user.email, 'many-mails@example.test']) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })
})

describe('an address without an account', () => {
  test('answers like any other, and gets neither an email nor an account', async () => {
    const unknown = 'stranger@example.test'
    const { user } = await newUser(app)
    const plain = (answer: { status: number; body: object }) => ({
      ...answer.body,
      status: answer.status,
      requestId: '',
    })
    expect(plain(await ask(unknown))).toEqual(plain(await ask(user.email)))
    await mailsFor(app, user.email)
    for (let n = 0; n < 7; n++) {
      const [one, two] = [await enter(unknown, '000000'), await enter(user.email, '000000')]
      if (two.status !== 200) expect(plain(one)).toEqual(plain(two))
    }
    const { rows } = await app.deps.db.pool.query('select 1 from users where email = $1', [unknown])
    expect(rows).toEqual([])
    expect(await mailsInTheEnd(app, unknown)).toEqual([])
  })

  test('takes the same time as one with an account', async () => {
    const known: string[] = []
    for (let n = 0; n < 50; n++) known.push((await newUser(app)).user.email)
    const unknown = known.map((_, n) => `nobody-${n}@example.test`)
    const measure = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const forget = (email: string) => app.call(contract.forgetPassword, { body: { email } })
    for (const call of [ask, (email: string) => enter(email, '000000'), forget]) {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let n = 0; n < 50; n++) {
        times.known.push(await measure(() => call(known[n] ?? '')))
        times.unknown.push(await measure(() => call(unknown[n] ?? '')))
      }
      const a = spread(times.known)
      const b = spread(times.unknown)
      expect(Math.abs(a.median - b.median)).toBeLessThan(Math.max(a.noise, b.noise))
    }
  })
})

/** Median and interquartile range. */
function spread(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { median: at(0.5), noise: at(0.75) - at(0.25) }
}

test('a guest’s work is kept when signing in by code', async () => {
  const owner = await newUser(app)
  const { files, share } = await newReview(app, owner)
  const guest = await newGuest(app, share)
  const comment = await app.call(
    createComment,
    { body: { file: files[0]?._id ?? '', type: 'GENERAL', message: 'Larger, please' } },
    guest,
  )
  const { user } = await newUser(app)
  const otp = await codeFor(user.email)
  await app.call(contract.verifyLoginCode, {
    body: { email: user.email, otp, claimGuestToken: guest.token ?? '' },
  })
  const seen = await app.call(getComment, { params: { id: comment.body.result._id } }, owner)
  expect(seen.body.result.author).toMatchObject({ kind: 'USER', _id: user._id })
  expect((await app.call(createComment, { body: { file: '', message: '' } }, guest)).status).toBe(401)
})
