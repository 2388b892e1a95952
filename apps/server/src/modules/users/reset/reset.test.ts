import * as contract from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { inboxPath, listen, soonMs } from '../../../../test/listen-live.ts'
import { linkIn, mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import { newUser, type Person, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const fresh = 'an entirely new one'
const ask = (email: string) => app.call(contract.forgetPassword, { body: { email } })
const reset = (token: string, change: object = {}) =>
  app.call(contract.resetPassword, {
    body: { token, password: fresh, confirmPassword: fresh, ...change },
  })
const invalid = 'This reset link is invalid or has expired.'

async function tokenFor({ user }: Person, count = 1): Promise<string> {
  await ask(user.email)
  const mail = (await mailsFor(app, user.email, count)).at(-1)
  return mail ? (new URL(linkIn(mail, '/auth/reset-password')).searchParams.get('token') ?? '') : ''
}

test('an emailed link sets a new password, ends all sessions and signs nobody in', async () => {
  const person = await newUser(app)
  const token = await tokenFor(person)
  expect(token.length).toBeGreaterThanOrEqual(43)
  const { status, body } = await reset(token)
  expect([status, body.result]).toEqual([200, { accepted: true }])
  expect((await app.call(contract.getProfile, {}, person)).status).toBe(401)
  const { email } = person.user
  const old = await app.call(contract.login, { body: { email, password } })
  const now = await app.call(contract.login, { body: { email, password: fresh } })
  expect([old.status, now.status]).toEqual([401, 200])
  const [, notice] = await mailsFor(app, email, 2)
  expect(notice?.subject).toBe('Your Wingmark password was changed')
})

test('a link works once, also when used twenty times in parallel', async () => {
  const token = await tokenFor(await newUser(app))
  const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const late = await reset(token)
  expect([late.status, late.body.errors]).toEqual([422, { token: invalid }])
})

test('old, replaced, forged and short links are refused alike', async () => {
  const person = await newUser(app)
  const first = await tokenFor(person)
  const second = await tokenFor(person, 2)
  await app.deps.db.pool.query('update password_resets set expires_at = now() where user_id = $1', [
    person.user._id,
  ])
  for (const token of [first, second, 'abcdefgh', 'short', 'x'.repeat(5_000), { $gt: '' } as never]) {
    const { status, body } = await reset(token)
    expect([status, body.errors]).toEqual([422, { token: invalid }])
  }
})

test('the new password has the rules of every password', async () => {
  const token = await tokenFor(await newUser(app))
  const short = await reset(token, { password: 'short', confirmPassword: 'short' })
  expect(short.body.errors?.password).toBe('Password must be at least 8 characters')
  const common = await reset(token, { password: 'PASSWORD', confirmPassword: 'PASSWORD' })
  expect(common.body.errors).toEqual({ password: contract.passwordTooCommon })
  const other = await reset(token, { confirmPassword: 'something else' })
  expect(other.body.errors).toEqual({ confirmPassword: "Passwords don't match" })
  expect((await reset(token)).status).toBe(200)
})

test('an unknown address answers the same and gets no email', async () => {
  const person = await newUser(app)
  const [known, unknown] = [await ask(person.user.email), await ask('nobody@example.test')]
  expect({ ...known.body, status: known.status }).toEqual({ ...unknown.body, status: unknown.status })
  expect(await mailsInTheEnd(app, person.user.email)).toHaveLength(1)
  expect(await mailsInTheEnd(app, 'nobody@example.test')).toEqual([])
})

test('neither the link nor anything that leads to it is stored', async () => {
  const token = await tokenFor(await newUser(app))
  const { rows } = await app.deps.db.pool.query(
    'select r::text as row from password_resets r union all select j::text from graphile_worker._private_jobs j',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('open pages of the account get no more events', async () => {
  const person = await newUser(app)
  const token = await tokenFor(person)
  const inbox = await listen(app.url, inboxPath, person)
  await reset(token)
  await inbox.ended(soonMs)
})

test('a reset clears earlier tries', async () => {
  const person = await newUser(app)
  const { email } = person.user
  const guess = () => app.call(contract.login, { body: { email, password: 'not this one' } })
  await Promise.all(Array.from({ length: 12 }, guess))
  await reset(await tokenFor(person))
  expect((await app.call(contract.login, { body: { email, password: fresh } })).status).toBe(200)
})
