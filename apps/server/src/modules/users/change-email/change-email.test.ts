import * as contract from '@wingmark/contract/change-email'
import { createDelivery } from '@wingmark/contract/deliveries'
import { respondInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { listReceived } from '@wingmark/contract/received-deliveries'
import { getReview } from '@wingmark/contract/reviews'
import { passwordNotRight } from '@wingmark/contract/secrets'
import { createTransfer } from '@wingmark/contract/transfers'
import * as account from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUsers } from '#server/modules/users/service'
import { codeIn, linkIn, mailsFor } from '../../../../test/mail-box.ts'
import { newFile, newReview, newUser, type Person, password, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const someAddress = () => `${crypto.randomUUID()}@example.test`
const ask = (person: Person, email: string, evidence: object = { password }) =>
  app.call(contract.changeEmail, { body: { email, ...evidence } }, person)
const enter = (person: Person, code: string) => app.call(contract.changeEmail, { body: { code } }, person)
const emailOf = async (person: Person) =>
  (await app.call(account.getProfile, {}, person)).body.result.user.email
const login = async (email: string, word = password) =>
  (await app.call(account.login, { body: { email, password: word } })).status
const register = async (email: string) =>
  (await app.call(account.register, { body: { name: 'Nia New', email, password } })).status
const confirm = (person: Person) =>
  app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [person.user._id])

async function mailTo(email: string, subject: RegExp) {
  let found: Awaited<ReturnType<typeof mailsFor>>[number] | undefined
  for (let count = 1; !found; count++)
    found = (await mailsFor(app, email, count)).find((mail) => subject.test(mail.subject ?? ''))
  return found
}

async function codeFor(person: Person, email: string): Promise<string> {
  expect((await ask(person, email)).body.result).toEqual({ email, isChanged: false })
  return codeIn(await mailTo(email, /confirms your new Wingmark email address/))
}

/** Returns the token in the email to the former address. */
async function change(person: Person, to = someAddress()): Promise<string> {
  const former = await emailOf(person)
  const { status, body } = await enter(person, await codeFor(person, to))
  expect([status, body.result]).toEqual([200, { email: to, isChanged: true }])
  const notified = await mailTo(former, /^The email address of your Wingmark account was changed$/)
  return new URL(linkIn(notified, '/auth/take-back')).searchParams.get('token') ?? ''
}
const takeBack = (token: string) => app.call(contract.takeBackEmail, { body: { token } })

test('the new address signs in once its code is entered, the former no longer; sessions stay', async () => {
  const person = await newUser(app)
  const { email: former } = person.user
  const to = someAddress()
  const code = await codeFor(person, `  ${to.toUpperCase()} `.trim().toLowerCase())
  expect([await emailOf(person), await login(to)]).toEqual([former, 401])
  expect((await enter(person, code)).status).toBe(200)
  expect([await emailOf(person), await login(to), await login(former)]).toEqual([to, 200, 401])
  expect((await enter(person, code)).body.errors).toEqual({ code: account.codeNoLongerValid })
})

test('an emailed code works in place of the password', async () => {
  const person = await newUser(app)
  await app.call(account.sendLoginCode, { body: { email: person.user.email } }, person)
  const otp = codeIn(await mailTo(person.user.email, /is your Wingmark code/))
  expect((await ask(person, someAddress(), { otp })).status).toBe(200)
})

test.each([
  [{ email: 'nobody' }, { email: 'Invalid email address' }],
  [{}, { email: 'Invalid email address' }],
  [{ email: 'a@example.test', code: '123456' }, { email: 'Invalid email address' }],
  [{ email: 'a@example.test' }, { password: passwordNotRight }],
  [{ email: 'a@example.test', password: 'not this one' }, { password: passwordNotRight }],
  // The code that verifies the address has arrived by then.
  [{ code: '123456' }, { code: account.codeNotRight }],
])('%j is refused at its field', async (body, errors) => {
  const person = await newUser(app)
  await waitUntilIdle(app)
  const answer = await app.call(contract.changeEmail, { body }, person)
  expect([answer.status, answer.body.errors]).toEqual([422, errors])
})

test('the current address is refused as the new one', async () => {
  const person = await newUser(app)
  expect((await ask(person, person.user.email)).body.errors).toEqual({ email: contract.sameEmail })
})

test('only someone who proves an address learns that it has an account', async () => {
  const [person, other] = [await newUser(app), await newUser(app)]
  const { email } = other.user
  const code = await codeFor(person, email)
  const { status, body } = await enter(person, code)
  expect([status, body.code]).toEqual([409, 'EMAIL_TAKEN'])
  expect(await emailOf(person)).toBe(person.user.email)
})

test('after five wrong codes even the right one is refused, like anyone else’s code', async () => {
  const [person, other] = [await newUser(app), await newUser(app)]
  const code = await codeFor(person, someAddress())
  expect((await enter(other, code)).status).toBe(422)
  for (let n = 1; n <= 5; n++) {
    const wrong = String((Number(code) + n) % 1_000_000).padStart(6, '0')
    expect((await enter(person, wrong)).body.errors).toEqual({ code: account.codeNotRight })
  }
  expect((await enter(person, code)).body.errors).toEqual({ code: account.codeNoLongerValid })
})

describe('what was sent to the address moves with it', () => {
  async function invited({ byName = false } = {}) {
    const [owner, person] = [await newUser(app), await newUser(app)]
    const { review } = await newReview(app, owner)
    const body = { email: person.user.email, role: 'VIEWER' as const }
    await app.call(sendInvitation, { params: { id: review._id }, body }, owner)
    // As a mention by someone who may not see the address creates it.
    if (byName)
      await app.deps.db.pool.query('update invitations set person_id = $1 where email = $2', [
        person.user._id,
        person.user.email,
      ])
    const file = (await newFile(app, owner, { purpose: 'TRANSFER' }))._id
    const item = (await app.call(createTransfer, { body: { file } }, owner)).body.result._id
    const recipients = [person.user.email]
    await app.call(createDelivery, { body: { items: [item], recipients } }, owner)
    const accept = () =>
      app.call(respondInvitation, { body: { review: review._id, response: 'ACCEPT' } }, person)
    const received = async () => (await app.call(listReceived, {}, person)).body.results.length
    return { person, review: review._id, accept, received }
  }

  test.each([false, true])(
    'invitations and deliveries, where it was proved (by name: %s)',
    async (byName) => {
      const { person, review, accept, received } = await invited({ byName })
      await confirm(person)
      expect(await received()).toBe(1)
      await change(person)
      expect(await received()).toBe(1)
      expect((await accept()).status).toBe(200)
      expect((await app.call(getReview, { params: { id: review } }, person)).status).toBe(200)
    },
  )

  test('but nothing sent to an address that was never verified', async () => {
    const { person, accept, received } = await invited()
    await change(person)
    expect([await received(), (await accept()).status]).toEqual([0, 410])
  })
})

describe('the former address', () => {
  test('takes the account back: the person who changed it is signed out, and the password ends', async () => {
    const person = await newUser(app)
    await confirm(person)
    const { email: former } = person.user
    const to = someAddress()
    const token = await change(person, to)
    const { result } = (await app.call(contract.getFormerEmail, { body: { token } })).body
    expect(result.email).toBe(former)
    expect((await takeBack(token)).body.result).toEqual({ email: former })
    expect((await app.call(account.getProfile, {}, person)).status).toBe(401)
    expect([await login(former), await login(to)]).toEqual([401, 401])
    await app.call(account.sendLoginCode, { body: { email: former } })
    const otp = codeIn(await mailTo(former, /is your Wingmark code/))
    const { body } = await app.call(account.verifyLoginCode, { body: { email: former, otp } })
    expect(body.result.user._id).toBe(person.user._id)
    expect((await takeBack(token)).body.errors).toEqual({ token: contract.takeBackInvalid })
  })

  test('can undo several changes at once, which ends their links', async () => {
    const person = await newUser(app)
    await confirm(person)
    const first = await change(person)
    const second = await change(person)
    expect((await takeBack(first)).body.result).toEqual({ email: person.user.email })
    expect((await takeBack(second)).status).toBe(422)
  })

  test('is reserved for a week', async () => {
    const [person, other] = [await newUser(app), await newUser(app)]
    const { email: former } = person.user
    const token = await change(person)
    expect(await register(former)).toBe(409)
    expect((await enter(other, await codeFor(other, former))).status).toBe(409)
    const later = `update email_changes set created_at = now() - interval '8 days' where former = $1`
    await app.deps.db.pool.query(later, [former])
    expect((await takeBack(token)).status).toBe(422)
    expect(await register(former)).toBe(201)
    await sweepUsers(app.deps)
    const left = await app.deps.db.pool.query('select 1 from email_changes where former = $1', [former])
    expect(left.rows).toEqual([])
  })

  test('may be a stranger’s if it was never verified, and does not learn the new one', async () => {
    const person = await newUser(app)
    const to = someAddress()
    await change(person, to)
    const mail = await mailTo(person.user.email, /was changed/)
    expect(`${mail.text}${mail.html}`).not.toContain(to)
  })

  test('is verified by taking it back: earlier work is suspended until its owner answers', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const token = await change(person)
    await takeBack(token)
    expect((await app.call(getReview, { params: { id: review._id } }, { share })).status).toBe(404)
  })

  test('opens nothing any more through a link requested before', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await app.call(account.forgetPassword, { body: { email } })
    const link = linkIn(await mailTo(email, /Set a new Wingmark password/), '/auth/reset-password')
    await change(person)
    const body = { token: new URL(link).searchParams.get('token') ?? '', password: 'an entirely new one' }
    expect((await app.call(account.resetPassword, { body })).status).toBe(422)
  })
})
