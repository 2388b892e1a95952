import { hash } from '@node-rs/argon2'
import { createDelivery } from '@wingmark/contract/deliveries'
import { openDelivery } from '@wingmark/contract/received-deliveries'
import { getReview, openShare } from '@wingmark/contract/reviews'
import { createShareLink } from '@wingmark/contract/share-links'
import { createTransfer } from '@wingmark/contract/transfers'
import * as accounts from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { newFile, newReview, newUser, password, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

/** A single letter for ü, as Windows types it, and a letter with combining dots, as other systems do. */
const composed = 'Schl\u00fcssel \u00e9'
const apart = 'Schlu\u0308ssel e\u0301'
const forms = [
  [composed, apart],
  [apart, composed],
] as const
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }

const address = () => `${crypto.randomUUID()}@example.test`
const register = (email: string, word: string, confirmPassword = word) =>
  app.call(accounts.register, { body: { name: 'Ada Example', email, password: word, confirmPassword } })
const signIn = (email: string, word: string) => app.call(accounts.login, { body: { email, password: word } })

describe.each(forms)('what is set as %j opens as %j', (set, typed) => {
  test('an account, and anything that asks for its password again', async () => {
    const email = address()
    const { status, body } = await register(email, set, typed)
    expect([status, (await signIn(email, typed)).status, (await signIn(email, set)).status]).toEqual([
      201, 200, 200,
    ])
    const caller = { token: body.result.accessToken }
    const changed = { password: typed, newPassword: `${set}!`, confirmPassword: `${typed}!` }
    expect((await app.call(accounts.changePassword, { body: changed }, caller)).status).toBe(200)
    expect((await signIn(email, `${typed}!`)).status).toBe(200)
    expect((await signIn(email, typed)).status).toBe(401)
    expect((await app.call(accounts.deleteAccount, { body: { password: `${typed}!` } }, caller)).status).toBe(
      200,
    )
  })

  test('a review by its access key', async () => {
    const owner = await newUser(app)
    const { review } = await newReview(app, owner)
    const input = { params: { id: review._id }, body: { name: 'Locked', accessKey: set } }
    const { shareCode } = (await app.call(createShareLink, input, owner)).body.result
    const open = (accessKey: string) => app.call(openShare, { body: { shareCode, accessKey } })
    expect([
      (await open(typed)).status,
      (await open(set)).status,
      (await open('Schlussel e')).status,
    ]).toEqual([200, 200, 403])
  })

  test('a delivery by its password', async () => {
    const owner = await newUser(app)
    const file = (await newFile(app, owner, { purpose: 'TRANSFER', bytes: png() }))._id
    const item = (await app.call(createTransfer, { body: { file } }, owner)).body.result._id
    const sent = await app.call(createDelivery, { body: { items: [item], accessKey: set } }, owner)
    const shareCode = sent.body.result.links[0]?.shareCode ?? ''
    const open = (accessKey: string) => app.call(openDelivery, { body: { shareCode, accessKey } })
    expect([(await open(typed)).status, (await open('Schlussel e')).status]).toEqual([200, 403])
  })
})

describe('a secret stored as typed', () => {
  test.each([
    ['typed so again', apart],
    ['typed in the other form', composed],
  ])('opens an account, %s, and is hashed again once', async (_how, typed) => {
    const { user } = await newUser(app)
    const stored = async () =>
      (await app.deps.db.pool.query('select password_hash as hash from users where id = $1', [user._id]))
        .rows[0].hash
    const old = await hash(apart, cheap)
    await app.deps.db.pool.query('update users set password_hash = $2 where id = $1', [user._id, old])
    expect((await signIn(user.email, 'Schlussel e')).status).toBe(401)
    expect(await stored()).toBe(old)
    expect((await signIn(user.email, typed)).status).toBe(200)
    const rehashed = await stored()
    expect(rehashed).not.toBe(old)
    for (const word of [composed, apart]) expect((await signIn(user.email, word)).status).toBe(200)
    expect(await stored()).toBe(rehashed)
    expect((await signIn(user.email, password)).status).toBe(401)
  })

  test('opens a link, and ends no earlier access', async () => {
    const owner = await newUser(app)
    const { review } = await newReview(app, owner)
    const input = { params: { id: review._id }, body: { name: 'Locked', accessKey: 'open sesame' } }
    const { shareCode, _id } = (await app.call(createShareLink, input, owner)).body.result
    const { pool } = app.deps.db
    await pool.query('update share_links set access_key_hash = $2 where id = $1', [
      _id,
      await hash(apart, cheap),
    ])
    const open = (accessKey: string) => app.call(openShare, { body: { shareCode, accessKey } })
    const { status, body } = await open(apart)
    expect(status).toBe(200)
    expect((await open(composed)).status).toBe(200)
    const caller = { share: body.result.shareToken }
    expect((await app.call(getReview, { params: { id: review._id } }, caller)).status).toBe(200)
    expect((await open('open sesame')).status).toBe(403)
  })
})

test('a password’s length is that of its characters, in either form', async () => {
  const [short, long] = ['u\u0308'.repeat(7), 'u\u0308'.repeat(128)]
  const refused = await register(address(), short)
  expect([refused.status, refused.body.errors?.password]).toEqual([
    422,
    'Password must be at least 8 characters',
  ])
  const email = address()
  expect((await register(email, long)).status).toBe(201)
  for (const word of [long, long.normalize('NFC')]) expect((await signIn(email, word)).status).toBe(200)
  expect((await register(address(), `${long}u`)).status).toBe(422)
})
