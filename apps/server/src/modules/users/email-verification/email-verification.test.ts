import { createReview, getReview } from '@wingmark/contract/reviews'
import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoogleIssuer, type TestIssuer } from '../../../../test/google-issuer.ts'
import { codeIn, confirmationFor, linkIn, mailsFor } from '../../../../test/mail-box.ts'
import { newFile, newReview, newUser, type Person, password } from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let google: TestIssuer
beforeAll(async () => {
  google = await startGoogleIssuer()
  app = await startTestApp({ config: { googleClientId: google.clientId }, googleIssuer: google.issuer })
})
afterAll(async () => {
  await app.close()
  await google.close()
})

const profileOf = async (caller: Caller) => (await app.call(contract.getProfile, {}, caller)).status
const signIn = async ({ user: { email } }: Person, word = password) =>
  (await app.call(contract.login, { body: { email, password: word } })).status

/** With a code from the owner's email; `within`: the requesting session. */
async function enterCode({ user: { email } }: Person, within?: Caller) {
  await app.call(contract.sendLoginCode, { body: { email } }, within)
  const mail = (await mailsFor(app, email)).find(({ subject }) => subject?.endsWith('is your Wingmark code'))
  const otp = mail ? codeIn(mail) : ''
  const { body } = await app.call(contract.verifyLoginCode, { body: { email, otp } }, within)
  return { token: body.result.accessToken }
}

async function reset({ user: { email } }: Person, within?: Caller) {
  await app.call(contract.forgetPassword, { body: { email } })
  const [mail] = await mailsFor(app, email)
  const token = new URL(mail ? linkIn(mail, '/auth/reset-password') : '').searchParams.get('token') ?? ''
  await app.call(contract.resetPassword, { body: { token, password: 'an entirely new one' } }, within)
}

const withGoogle = async ({ user: { email } }: Person, within?: Caller) => {
  const credential = await google.token({ sub: crypto.randomUUID(), email })
  await app.call(contract.googleLogin, { body: { credential } }, within)
}

describe('a stranger who registered an address that is not theirs', () => {
  test('sees nothing that its owner makes after signing in by code', async () => {
    const stranger = await newUser(app)
    const owner = await enterCode(stranger)
    const file = await newFile(app, owner)
    const made = await app.call(createReview, { body: { name: 'Secret', files: [file._id] } }, owner)
    const id = made.body.result._id
    expect((await app.call(getReview, { params: { id } }, owner)).status).toBe(200)
    expect((await app.call(getReview, { params: { id } }, stranger)).status).toBe(401)
    expect(await signIn(stranger)).toBe(401)
  })

  test.each([
    ['a code', enterCode],
    ['a reset', reset],
    ['Google', withGoogle],
  ])('is out after the first proof by %s, with every session and the password', async (_how, prove) => {
    const stranger = await newUser(app)
    const { body } = await app.call(contract.login, { body: { email: stranger.user.email, password } })
    await prove(stranger)
    expect(await profileOf(stranger)).toBe(401)
    expect(await profileOf({ token: body.result.accessToken })).toBe(401)
    expect(await signIn(stranger)).toBe(401)
  })

  test('cannot change the password during verification', async () => {
    const stranger = await newUser(app)
    const words = { password, newPassword: 'the stranger stays' }
    await confirmationFor(app, stranger.user.email)
    const proving = await app.deps.db.pool.connect()
    try {
      await proving.query('begin')
      await proving.query('select 1 from users where id = $1 for update', [stranger.user._id])
      const changing = app.call(contract.changePassword, { body: words }, stranger)
      const signing = signIn(stranger)
      await expect.poll(async () => (await waiting()).length).toBe(2)
      await proving.query('delete from sessions where user_id = $1', [stranger.user._id])
      await proving.query('update users set password_hash = null where id = $1', [stranger.user._id])
      await proving.query('commit')
      expect([(await changing).status, await signing]).toEqual([401, 401])
    } finally {
      proving.release()
    }
    expect(await signIn(stranger, words.newPassword)).toBe(401)
  })
})

const waiting = async () =>
  (
    await app.deps.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows

describe('someone who verifies the address', () => {
  test.each([
    ['a code', enterCode],
    ['Google', withGoogle],
  ])('by %s from a session of the account keeps it, and the password', async (_how, prove) => {
    const person = await newUser(app)
    await prove(person, person)
    expect(await profileOf(person)).toBe(200)
    expect(await signIn(person)).toBe(200)
  })

  describe('on a device that has signed in to the account', () => {
    async function signedOut() {
      const person = await newUser(app)
      const { email } = person.user
      const { review, share } = await newReview(app, person)
      const { body } = await app.call(contract.login, { body: { email, password } })
      const { deviceToken } = body.result
      const seen = async () => (await app.call(getReview, { params: { id: review._id } }, { share })).status
      return { person, email, deviceToken, seen }
    }

    test('by a code keeps sessions, the password and links', async () => {
      const { person, email, deviceToken, seen } = await signedOut()
      await app.call(contract.sendLoginCode, { body: { email, deviceToken } })
      const [mail] = await mailsFor(app, email)
      const body = { email, otp: mail ? codeIn(mail) : '', deviceToken }
      const { result } = (await app.call(contract.verifyLoginCode, { body })).body
      const profile = await app.call(contract.getProfile, {}, { token: result.accessToken })
      expect(profile.body.result.settings).toMatchObject({ earlier: null, isEmailConfirmed: true })
      expect([await profileOf(person), await signIn(person), await seen()]).toEqual([200, 200, 200])
    })

    test('by a reset keeps links, and by Google all', async () => {
      const one = await signedOut()
      await app.call(contract.forgetPassword, { body: { email: one.email } })
      const [mail] = await mailsFor(app, one.email)
      const token = new URL(mail ? linkIn(mail, '/auth/reset-password') : '').searchParams.get('token') ?? ''
      const words = { token, password: 'an entirely new one', deviceToken: one.deviceToken }
      expect((await app.call(contract.resetPassword, { body: words })).status).toBe(200)
      expect([await signIn(one.person, words.password), await one.seen()]).toEqual([200, 200])

      const two = await signedOut()
      const credential = await google.token({ sub: crypto.randomUUID(), email: two.email })
      const { deviceToken } = two
      await app.call(contract.googleLogin, { body: { credential, deviceToken } })
      expect([await profileOf(two.person), await signIn(two.person), await two.seen()]).toEqual([
        200, 200, 200,
      ])
    })

    test('with another account, or after signing out everywhere, is treated like anyone', async () => {
      const { deviceToken: foreign } = await signedOut()
      const { person, email, deviceToken } = await signedOut()
      await app.call(contract.logout, { body: { everywhere: true } }, person)
      for (const token of [foreign, deviceToken]) {
        const credential = await google.token({ sub: crypto.randomUUID(), email })
        await app.call(contract.googleLogin, { body: { credential, deviceToken: token } })
        expect(await signIn(person)).toBe(401)
      }
    })
  })

  test('from a session of another account is treated like anyone', async () => {
    const stranger = await newUser(app)
    await enterCode(stranger, await newUser(app))
    expect([await profileOf(stranger), await signIn(stranger)]).toEqual([401, 401])
  })

  test('a second time ends nothing', async () => {
    const person = await newUser(app)
    await enterCode(person, person)
    await withGoogle(person)
    expect([await profileOf(person), await signIn(person)]).toEqual([200, 200])
  })

  test('by a code that has ended the password sets a new one at once, and stays signed in', async () => {
    const stranger = await newUser(app)
    const { email } = stranger.user
    await app.call(contract.sendLoginCode, { body: { email } })
    const [mail] = await mailsFor(app, email)
    const body = { email, otp: mail ? codeIn(mail) : '' }
    const { result } = (await app.call(contract.verifyLoginCode, { body })).body
    const owner = { token: result.accessToken }
    const words = { token: result.newPasswordToken ?? '', password: 'an entirely new one', keepSession: true }
    expect((await app.call(contract.resetPassword, { body: words }, owner)).status).toBe(200)
    expect([await profileOf(owner), await signIn(stranger, words.password)]).toEqual([200, 200])
    expect((await app.call(contract.resetPassword, { body: words }, owner)).status).toBe(422)
  })

  test('gets an email that the password has ended', async () => {
    const person = await newUser(app)
    await enterCode(person)
    const mails = await mailsFor(app, person.user.email, 2)
    const notice = mails.find(({ subject }) => subject === 'Your Wingmark email address is confirmed')
    expect(notice?.text).toContain('it no longer works')
  })
})
