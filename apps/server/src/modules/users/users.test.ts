import * as contract from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '#server/platform/passwords'
import { newGuest, newUser, password } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const person = { name: 'Ida Example', email: 'ida@example.test', password, confirmPassword: password }

describe('register', () => {
  test('a new person is signed in at once', async () => {
    const { status, body } = await app.call(contract.register, { body: person })
    expect(status).toBe(201)
    const profile = await app.call(contract.getProfile, {}, { token: body.result.accessToken })
    expect(profile.body.result.user).toMatchObject({
      name: 'Ida Example',
      email: 'ida@example.test',
      plan: 'FREE',
    })
    expect(JSON.stringify(profile.body)).not.toContain('assword')
  })

  test('one network address registers sixty accounts an hour and no more, others continue', async () => {
    const behind = await startTestApp({ config: { trustProxy: true, registrationsPerHour: 60 } })
    const from = (address: string) =>
      behind.call(contract.register, {
        headers: { 'x-forwarded-for': address },
        body: { ...person, email: `${crypto.randomUUID()}@example.test` },
      })
    const answers = await Promise.all(Array.from({ length: 70 }, () => from('192.0.2.1')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await from('192.0.2.2')).status).toBe(201)
    await behind.close()
  })

  test('nobody can be named like the service itself', async () => {
    for (const name of ['admin', 'Supp0rt', 'wing-mark']) {
      const { body } = await app.call(contract.register, {
        body: { ...person, email: `${name}@house.test` },
      })
      expect(body.result.user.username).toMatch(/-[0-9a-f]{6}$/)
    }
  })

  test('an address is taken in any spelling', async () => {
    for (const email of ['ida@example.test', 'IDA@Example.test', '  ida@example.test ']) {
      const { status, body } = await app.call(contract.register, { body: { ...person, email } })
      expect(status).toBe(409)
      expect(body.message).toBe('An account with this email already exists.')
    }
  })

  test('twenty registrations at once make one account', async () => {
    const body = { ...person, email: 'twenty@example.test' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call(contract.register, { body })))
    const statuses = answers.map((answer) => answer.status).toSorted()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  test.each([
    [{ name: 'I' }, 'name', 'First name is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ email: { $gt: '' } }, 'email', 'Invalid email address'],
    [{ password: 'short', confirmPassword: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: ['a'] }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    [{ confirmPassword: 'another one' }, 'confirmPassword', "Passwords don't match"],
  ])('%j is refused at its field', async (change, field, message) => {
    const { status, body } = await app.call(contract.register, { body: { ...person, ...change } as never })
    expect(status).toBe(422)
    expect(body.errors?.[field]).toBe(message)
  })

  test.each(['password', '12345678', 'PassWord1', 'wingmark1', 'Wingmark2026', 'QWERTYUIOP'])(
    'the common password %j is refused, but still signs in people who had it before',
    async (common) => {
      const body = { ...person, email: `${crypto.randomUUID()}@example.test`, password: common }
      const refused = await app.call(contract.register, { body: { ...body, confirmPassword: common } })
      expect([refused.status, refused.body.errors]).toEqual([422, { password: contract.passwordTooCommon }])
      const { user, token } = await newUser(app)
      const hash = await hashPassword(common)
      await app.deps.db.pool.query('update users set password_hash = $2 where id = $1', [user._id, hash])
      const given = { email: user.email, password: common }
      expect((await app.call(contract.login, { body: given })).status).toBe(200)
      const change = { password: common, newPassword: 'iloveyou1' }
      const changed = await app.call(contract.changePassword, { body: change }, { token })
      expect(changed.body.errors).toEqual({ newPassword: contract.passwordTooCommon })
    },
  )

  test('fields that a caller may not set have no effect', async () => {
    const body = { ...person, email: 'mass@example.test', plan: 'COMMANDER', usedBytes: -1, _id: 'x' }
    const answer = await app.call(contract.register, { body })
    expect(answer.body.result.user.plan).toBe('FREE')
  })

  test.each([
    ' '.repeat(8),
    'pass\u0000word\u0000',
    '😀'.repeat(20),
    'ü'.repeat(64),
    'x'.repeat(73) + 'tail',
  ])('the password %j is kept exactly', async (odd) => {
    const email = `odd-${Math.random().toString(36).slice(2)}@example.test`
    await app.call(contract.register, { body: { name: 'Odd', email, password: odd, confirmPassword: odd } })
    const right = await app.call(contract.login, { body: { email, password: odd } })
    const cut = await app.call(contract.login, { body: { email, password: `${odd.slice(0, -1)}y` } })
    expect([right.status, cut.status]).toEqual([200, 401])
  })
})

describe('sign in', () => {
  test('wrong password and unknown address answer the same', async () => {
    const wrong = await app.call(contract.login, {
      body: { email: person.email, password: 'wrong password' },
    })
    const unknown = await app.call(contract.login, {
      body: { email: 'no@example.test', password: 'wrong password' },
    })
    const plain = ({ status, body }: typeof wrong) => ({ status, ...body, requestId: '' })
    expect(plain(wrong)).toEqual(plain(unknown))
    expect(wrong.body.message).toBe('Invalid email or password.')
  })

  test('guessing stops after ten tries, also in parallel', async () => {
    const { user } = await newUser(app)
    const guess = () => app.call(contract.login, { body: { email: user.email, password: 'not this one' } })
    const answers = await Promise.all(Array.from({ length: 40 }, guess))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    const late = await app.call(contract.login, { body: { email: user.email, password } })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('signing out ends the session on the server, everywhere ends all', async () => {
    const { user, token } = await newUser(app)
    const second = await app.call(contract.login, { body: { email: user.email, password } })
    await app.call(contract.logout, { body: {} }, { token })
    expect((await app.call(contract.getProfile, {}, { token })).status).toBe(401)
    const other = { token: second.body.result.accessToken }
    expect((await app.call(contract.getProfile, {}, other)).status).toBe(200)
    const ended = await app.call(contract.logout, { body: { everywhere: true } }, other)
    expect(ended.body.result.ended).toBe(1)
    expect((await app.call(contract.getProfile, {}, other)).status).toBe(401)
  })

  test('tokens are stored as hashes', async () => {
    const { token } = await newUser(app)
    const { rows } = await app.deps.db.pool.query('select s::text as row from sessions s')
    expect(JSON.stringify(rows)).not.toContain(token.slice(4))
  })
})

test.each([
  '',
  'Bearer',
  'Basic abc',
  'Bearer a b',
  'Bearer wmu_unknownunknownunknown',
  `Bearer ${'x'.repeat(9_000)}`,
])('the Authorization header %j identifies nobody', async (authorization) => {
  const response = await app.fetch('/user/api/v1/profile', { headers: { authorization } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
})

test('a guest has a name and no account', async () => {
  const guest = await newGuest(app)
  expect((await app.call(contract.getProfile, {}, guest)).status).toBe(401)
  const blank = await app.call(contract.createGuest, { body: { name: '\u200b ' } })
  expect(blank.body.errors).toEqual({ name: 'Please enter your name' })
})
