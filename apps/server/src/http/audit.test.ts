import { Writable } from 'node:stream'
import { changeShareAccess, openShare } from '@wingmark/contract/reviews'
import * as users from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/platform/log'
import { newReview, newUser, password } from '../../test/people.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
let lines: string[] = []
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(...chunk.toString().split('\n').filter(Boolean))
    done()
  },
})
beforeAll(async () => {
  app = await startTestApp({ log: createLog('info', sink) })
})
afterAll(() => app.close())

const events = () =>
  lines.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => line.event)

test('logs sign-ins and their refusals', async () => {
  const person = await newUser(app)
  lines = []
  const { email } = person.user
  await app.call(users.login, { body: { email, password } })
  await app.call(users.login, { body: { email, password: 'not this one' } })
  await app.call(users.verifyLoginCode, { body: { email, otp: '000000' } })
  expect(events()).toMatchObject([
    { event: 'SIGN_IN', call: 'PATCH /user/api/v1/login', user: person.user._id, from: '127.0.0.1' },
    { event: 'REFUSED', call: 'PATCH /user/api/v1/login', code: 'INVALID_CREDENTIALS', status: 401 },
    { event: 'REFUSED', call: 'PATCH /user/api/v1/verify-login-otp', code: 'INVALID_FIELDS', status: 422 },
  ])
})

test('logs changes of rights with their actor, but no passwords, keys, codes or tokens', async () => {
  const owner = await newUser(app)
  const { review, share } = await newReview(app, owner)
  lines = []
  const secret = 'open sesame, please'
  const body = { accessKey: secret }
  await app.call(changeShareAccess, { params: { id: review._id }, body }, owner)
  await app.call(openShare, { body: { shareCode: share, accessKey: 'a wrong key' } })
  await app.fetch(`/review/api/v1/${review._id}?share=${share}`)
  await app.call(users.changePassword, { body: { password, newPassword: 'another horse' } }, owner)
  expect(events()).toMatchObject([
    {
      event: 'RIGHTS',
      call: 'PATCH /review/api/v1/change-share-access/:id',
      user: owner.user._id,
      params: { id: review._id },
      fields: ['accessKey'],
    },
    { event: 'REFUSED', call: 'PATCH /review/api/v1/get-review', code: 'INVALID_ACCESS_KEY' },
    { event: 'REFUSED', call: 'GET /review/api/v1/:id', code: 'ACCESS_KEY_REQUIRED' },
    { event: 'RIGHTS', call: 'PATCH /user/api/v1/change-password', user: owner.user._id },
  ])
  const all = lines.join('\n')
  for (const word of [secret, 'a wrong key', share, password, 'another horse', owner.token])
    expect(all).not.toContain(word)
})
