import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { keptLog } from '../../../../test/kept-log.ts'
import { codeIn, type MailServer, startMailServer } from '../../../../test/mail-box.ts'
import { newUser, password, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let post: MailServer
let app: TestApp
/** A second process on the same database. */
let twin: TestApp
const kept = keptLog()
beforeAll(async () => {
  post = await startMailServer()
  const config = { trustProxy: true, smtpUrl: post.url }
  app = await startTestApp({ config })
  const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
  twin = await startTestApp({ databaseUrl, dataDir: app.dataDir, config })
})
afterAll(async () => {
  await twin.close()
  await app.close()
  await post.stop()
})

const home = '198.51.100.1'
const at = (address: string) => ({ 'x-forwarded-for': address })
type Given = { email: string; word?: string; deviceToken?: string }

const signIn = (on: TestApp, address: string, { email, word = 'not this one', ...given }: Given) =>
  on.call(contract.login, { headers: at(address), body: { email, password: word, ...given } })

/** Each from its own address, half of them through the other process. */
const guess = (email: string, count: number, on = [app, twin]) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      signIn(on[n % on.length] ?? app, `203.0.${Math.floor(n / 200)}.${(n % 200) + 1}`, { email }),
    ),
  )
const counted = (answers: { status: number; body: { code?: string } }[]) => {
  const kinds = answers.map(({ status, body }) => `${status} ${body.code}`)
  return Object.fromEntries(
    [...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  )
}
/** As if this many wrong passwords had been entered, enough to delay the next try. */
const afterGuesses = (email: string, count: number, on = app) =>
  on.deps.db.pool.query(
    `insert into rate_limits (key, points, expire) values ($1, $2, extract(epoch from now()) * 1000 + 60000)
     on conflict (key) do update set points = excluded.points`,
    [`guessByEmail:${email}`, count],
  )

test('of 200 parallel guesses from 200 addresses, by two processes, a hundred are judged; then a code is needed', async () => {
  const { user } = await newUser(app)
  const { email } = user
  const own = (await signIn(app, home, { email, word: password })).body.result
  expect(counted(await guess(email, 200))).toEqual({ '401 INVALID_CREDENTIALS': 100, '403 CODE_NEEDED': 100 })
  const right = await signIn(app, '192.0.2.1', { email, word: password })
  expect([right.status, right.body.code, right.body.message]).toEqual([
    403,
    'CODE_NEEDED',
    'Sign in with a code sent to your email.',
  ])
  // However often: the address itself is not refused.
  for (let n = 0; n < 12; n++) expect((await signIn(app, '192.0.2.2', { email })).status).toBe(403)
  const { deviceToken } = own
  expect((await signIn(app, home, { email, word: password, deviceToken })).status).toBe(200)
  await app.call(contract.sendLoginCode, { headers: at('192.0.2.3'), body: { email } })
  const mails = await post.mailsFor(email, 2)
  const otp = mails.map(codeIn).find((code) => code !== '') ?? ''
  const byCode = await app.call(contract.verifyLoginCode, { headers: at('192.0.2.3'), body: { email, otp } })
  expect(byCode.status).toBe(200)
})

test('the account gets one email a day', async () => {
  const { email } = (await newUser(app)).user
  for (const _hour of ['first', 'second']) {
    await afterGuesses(email, 99)
    expect(counted(await guess(email, 3))).toEqual({ '401 INVALID_CREDENTIALS': 1, '403 CODE_NEEDED': 2 })
  }
  await waitUntilIdle(app)
  const subjects = (await post.mailsFor(email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['Someone is trying to guess your Wingmark password'])
})

test('an address without an account answers the same, and gets no email', async () => {
  const email = 'nobody@example.test'
  await afterGuesses(email, 98)
  expect(counted(await guess(email, 5))).toEqual({ '401 INVALID_CREDENTIALS': 2, '403 CODE_NEEDED': 3 })
  const refused = await signIn(app, '192.0.2.1', { email })
  expect(refused.body).toMatchObject({
    code: 'CODE_NEEDED',
    message: 'Sign in with a code sent to your email.',
  })
  await waitUntilIdle(app)
  expect(post.mails.filter((mail) => mail.to?.some(({ address }) => address === email))).toEqual([])
})

test('right passwords are no guesses, and a new password starts the count again', async () => {
  const { email } = (await newUser(app)).user
  await afterGuesses(email, 99)
  for (let n = 0; n < 3; n++)
    expect((await signIn(app, `192.0.2.${n}`, { email, word: password })).status).toBe(200)
  expect(counted(await guess(email, 2))).toEqual({ '401 INVALID_CREDENTIALS': 1, '403 CODE_NEEDED': 1 })
  await app.call(contract.forgetPassword, { body: { email } })
  const mails = await post.mailsFor(email, 2)
  const token = /reset-password\?token=([\w-]+)/.exec(mails.map(({ text }) => text).join())?.[1] ?? ''
  await app.call(contract.resetPassword, { body: { token, password: 'another horse' } })
  expect((await signIn(app, '192.0.2.9', { email, word: 'another horse' })).status).toBe(200)
})

test('expired counters are swept', async () => {
  const { pool } = app.deps.db
  const left = async () =>
    (await pool.query("select key from rate_limits where key like 'guessByEmail:%'")).rows
  await afterGuesses('passing@example.test', 2)
  await pool.query("update rate_limits set expire = 0 where key like 'guessByEmail:%'")
  await afterGuesses('staying@example.test', 2)
  await pool.query("select graphile_worker.add_job('users:sweep')")
  await eventually(async () => expect(await left()).toEqual([{ key: 'guessByEmail:staying@example.test' }]))
})

test('a server without a mail server continues to judge, and logs so once', async () => {
  const alone = await startTestApp({ config: { trustProxy: true }, log: kept.log })
  try {
    const { email } = (await newUser(alone)).user
    await afterGuesses(email, 98, alone)
    expect(counted(await guess(email, 6, [alone]))).toEqual({ '401 INVALID_CREDENTIALS': 6 })
    expect((await signIn(alone, home, { email, word: password })).status).toBe(200)
    const said = kept.lines().filter(({ msg }) => String(msg).includes('set SMTP_URL'))
    expect(said).toHaveLength(1)
  } finally {
    await alone.close()
  }
})
