import { login } from '@wingmark/contract/users'
import { password } from '../people.ts'
import { everyone, type Rows, users } from './expectation.ts'

const someAddress = () => `${crypto.randomUUID()}@example.test`

/** Calls that anyone may make fail here only by their contents. */
export const rows: Rows = {
  'PATCH /user/api/v1/login': {
    expect: everyone(401),
    with: () => ({ body: { email: someAddress(), password } }),
  },
  'POST /user/api/v1/register': { expect: everyone(422), with: () => ({ body: { name: 'A' } }) },
  'POST /user/api/v1/guest': { expect: everyone(201), with: () => ({ body: { name: 'Gil' } }) },
  'PATCH /user/api/v1/sent-login-otp': {
    expect: everyone(200),
    with: () => ({ body: { email: someAddress() } }),
  },
  'PATCH /user/api/v1/verify-login-otp': {
    expect: everyone(422),
    with: () => ({ body: { email: someAddress(), otp: '123456' } }),
  },
  'PATCH /user/api/v1/google-login': { expect: everyone(401), with: () => ({ body: { credential: 'x' } }) },
  'GET /user/api/v1/sign-in-options': { expect: everyone(200) },
  'PATCH /user/api/v1/forget-password': {
    expect: everyone(200),
    with: () => ({ body: { email: someAddress() } }),
  },
  'PATCH /user/api/v1/reset-password': {
    expect: everyone(422),
    with: () => ({ body: { token: 'x'.repeat(43), password } }),
  },
  'PATCH /user/api/v1/check-email': {
    expect: everyone(200),
    with: () => ({ body: { email: someAddress() } }),
  },
  'PATCH /user/api/v1/invite-user': { expect: users(200), with: () => ({ body: { email: someAddress() } }) },
  'PATCH /user/api/v1/get-invitation': { expect: everyone(410), with: () => ({ body: { token: 'x' } }) },
  'GET /user/api/v1/profile': { expect: users(200) },
  'PATCH /user/api/v1/profile': { expect: users(200), with: () => ({ body: {} }) },
  'PATCH /user/api/v1/earlier': { expect: users(409), with: () => ({ body: { answer: 'KEEP' } }) },
  'GET /user/api/v1/usage-limit/user': { expect: users(200) },
  'GET /user/api/v1/sessions': { expect: users(200) },
  'DELETE /user/api/v1/sessions/:id': {
    expect: users(404),
    with: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'PATCH /user/api/v1/change-password': {
    expect: users(422),
    with: () => ({ body: { password: 'not this one', newPassword: password } }),
  },
  'PATCH /user/api/v1/change-email': {
    expect: users(422),
    with: () => ({ body: { email: someAddress(), password: 'not this one' } }),
  },
  'PATCH /user/api/v1/confirm-email': { expect: users(422), with: () => ({ body: { code: '12345' } }) },
  'PATCH /user/api/v1/sent-confirmation': { expect: users(200), with: () => ({ body: {} }) },
  'PATCH /user/api/v1/get-former-email': { expect: everyone(422), with: () => ({ body: { token: 'x' } }) },
  'PATCH /user/api/v1/take-back-email': { expect: everyone(422), with: () => ({ body: { token: 'x' } }) },
  'GET /user/api/v1/shared-work': { expect: users(200) },
  // The owner of things with other members first has to decide on them.
  'DELETE /user/api/v1': {
    expect: { ...users(422), owner: 409 },
    with: () => ({ body: { password: 'not this one' } }),
  },
  'POST /user/api/v1/export': { expect: users(201) },
  'PATCH /user/api/v1/logout': {
    expect: users(200),
    with: async ({ app }, { person }) => {
      if (!person) return { body: {} }
      const { email } = person.user
      const { body } = await app.call(login, { body: { email, password } })
      return { body: {}, caller: { token: body.result.accessToken } }
    },
  },
}
