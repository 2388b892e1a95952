import * as contract from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoogleIssuer, type TestIssuer } from '../../../../test/google-issuer.ts'
import { codeIn, mailsFor } from '../../../../test/mail-box.ts'
import { newUser, password } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

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

const send = (credential: string) => app.call(contract.googleLogin, { body: { credential } })
const signIn = async (claims: Record<string, unknown>) => send(await google.token(claims))
const refusal = [401, 'GOOGLE_SIGN_IN_FAILED', 'Google sign-in failed. Please try again.']
const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code, body.message]

test('an address without an account gets one, and signs in to the same one from then on', async () => {
  const first = await signIn({ sub: '1', email: 'Gale@Example.test' })
  expect(first.status).toBe(200)
  expect(first.body.result.user).toMatchObject({ email: 'gale@example.test', name: 'Gale Example' })
  const second = await signIn({ sub: '1', email: 'moved@example.test' })
  expect(second.body.result.user).toEqual(first.body.result.user)
  expect(second.body.result.accessToken).not.toBe(first.body.result.accessToken)
  const profile = await app.call(contract.getProfile, {}, { token: second.body.result.accessToken })
  expect(profile.body.result.settings.signsInWith).toEqual(['GOOGLE'])
})

test('twenty sign-ins at once make one account', async () => {
  const credential = await google.token({ sub: '20', email: 'twenty@example.test' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(credential)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map((answer) => answer.body.result.user._id)).size).toBe(1)
})

test('the token signs in, but a password that nobody has set does not', async () => {
  await signIn({ sub: '3', email: 'passwordless@example.test' })
  const body = { email: 'passwordless@example.test', password }
  expect((await app.call(contract.login, { body })).status).toBe(401)
})

describe('refused is', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  test.each([
    ['a wrong audience', { aud: 'somebody-else.apps.example' }],
    ['a wrong audience among several', { aud: ['wingmark-test.apps.example', 'x'], azp: 'x' }],
    ['a wrong issuer', { iss: 'https://accounts.evil.test' }],
    ['an expired token', { iat: past - 60, exp: past }],
    ['a token without an end', { exp: undefined }],
    ['a token without a subject', { sub: undefined }],
    ['an unverified address', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['a token without an address', { email: undefined }],
    ['an address that is none', { email: 'a@b\r\nBcc: c' }],
  ])('%s', async (_what, claims) => {
    expect(outcome(await signIn({ sub: '9', email: 'refused@example.test', ...claims }))).toEqual(refusal)
  })

  test('a token with another key or algorithm, unsigned, or missing', async () => {
    const claims = { sub: '9', email: 'refused@example.test' }
    const good = await google.token(claims)
    const [head = '', body = '', signature = ''] = good.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      await google.token(claims, { key: 'other' }),
      await google.token(claims, { algorithm: 'RS384' }),
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'none' })}.${body}.${signature}`,
      `${encode({ alg: 'HS256', kid: 'key-1' })}.${body}.${signature}`,
      `${encode({ alg: 'RS256', kid: 'key-1', jku: 'http://127.0.0.1:1/', jwk: {} })}.${body}.${signature}`,
      `${head}.${encode({ sub: '1', email: 'gale@example.test', email_verified: true })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      'a.b.c',
      'nothing',
    ]
    for (const credential of forged) expect(outcome(await send(credential))).toEqual(refusal)
    const { rows } = await app.deps.db.pool.query(`select 1 from users where email = 'refused@example.test'`)
    expect(rows).toEqual([])
  })

  test('a missing credential, at its field', async () => {
    const { status, body } = await app.call(contract.googleLogin, { body: {} as never })
    expect([status, body.errors]).toEqual([422, { credential: 'Required' }])
  })
})

describe('an account with a password', () => {
  test('is not opened by an unverified address', async () => {
    const person = await newUser(app)
    const answer = await signIn({ sub: '30', email: person.user.email, email_verified: false })
    expect(outcome(answer)).toEqual(refusal)
    const { rows } = await app.deps.db.pool.query('select google_id from users where id = $1', [
      person.user._id,
    ])
    expect(rows).toEqual([{ google_id: null }])
  })

  test('whose address was verified is opened, and keeps its password and sessions', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await app.call(contract.sendLoginCode, { body: { email } })
    const [mail] = await mailsFor(app, email)
    await app.call(contract.verifyLoginCode, { body: { email, otp: codeIn(mail as never) } }, person)
    const answer = await signIn({ sub: '31', email })
    expect(answer.body.result.user._id).toBe(person.user._id)
    expect((await app.call(contract.login, { body: { email, password } })).status).toBe(200)
    expect((await app.call(contract.getProfile, {}, person)).status).toBe(200)
    const [, notice] = await mailsFor(app, email, 2)
    expect(notice?.subject).toBe('Google sign-in was added to your Wingmark account')
  })

  test('that a stranger may have registered for this address is taken from them', async () => {
    const stranger = await newUser(app)
    const { email } = stranger.user
    const answer = await signIn({ sub: '32', email })
    expect(answer.status).toBe(200)
    expect((await app.call(contract.getProfile, {}, stranger)).status).toBe(401)
    expect((await app.call(contract.login, { body: { email, password } })).status).toBe(401)
    const [notice] = await mailsFor(app, email)
    expect(notice?.text).toContain('it no longer works')
  })

  test('that belongs to one Google account is not opened by another', async () => {
    await signIn({ sub: '33', email: 'one-owner@example.test' })
    expect(outcome(await signIn({ sub: '34', email: 'one-owner@example.test' }))).toEqual(refusal)
  })
})

test('the web app learns the client id, or that there is none', async () => {
  const { body } = await app.call(contract.getSignInOptions)
  expect(body.result).toEqual({ googleClientId: google.clientId })
})

test('pages may load Google’s script, but send it no more than the origin', async () => {
  const { headers } = await app.fetch('/user/api/v1/sign-in-options')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/accounts\.google\.com\/gsi\/;/)
  expect(policy).toContain('frame-src https://accounts.google.com/gsi/;')
  expect(headers.get('referrer-policy')).toBe('strict-origin')
  for (const path of ['/transfers/some?share=code', '/reviews/some?share=code'])
    expect((await app.fetch(path)).headers.get('referrer-policy')).toBe('no-referrer')
})

test('without a client id every token is refused', async () => {
  const without = await startTestApp({ googleIssuer: google.issuer })
  const credential = await google.token({ sub: '1', email: 'gale@example.test' })
  expect(outcome(await without.call(contract.googleLogin, { body: { credential } }))).toEqual(refusal)
  const options = await without.call(contract.getSignInOptions)
  expect(options.body.result.googleClientId).toBeNull()
  expect(options.headers.get('content-security-policy')).not.toContain('google')
  expect(options.headers.get('referrer-policy')).toBe('no-referrer')
  await without.close()
})

test('while its keys are unavailable, the answer asks to try again', async () => {
  const config = { googleClientId: google.clientId }
  const issuer = { ...google.issuer, keysUrl: 'http://127.0.0.1:9/' }
  const cut = await startTestApp({ config, googleIssuer: issuer })
  const credential = await google.token({ sub: '1', email: 'gale@example.test' })
  const answer = await cut.call(contract.googleLogin, { body: { credential } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  await cut.close()
})
