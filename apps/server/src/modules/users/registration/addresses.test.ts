import { createDelivery } from '@wingmark/contract/deliveries'
import { sendInvitation } from '@wingmark/contract/invitations'
import { createTransfer } from '@wingmark/contract/transfers'
import * as accounts from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { codeIn, mailsFor } from '../../../../test/mail-box.ts'
import { newFile, newReview, newUser, password, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const addresses = [
  ['o&leary@example.com', 'o&leary@example.com', 'O&Leary@example.com'],
  ['50%off@example.com', '50%off@example.com', '50%OFF@example.com'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example', 'ada@Mu\u0308nchen.example'],
] as const

test.each(addresses)(
  '%j registers, gets its mail, and is the same however it is typed',
  async (typed, kept, other) => {
    const register = (email: string) =>
      app.call(accounts.register, { body: { name: 'Ada Example', email, password } })
    const { status, body } = await register(typed)
    expect([status, body.result.user.email]).toEqual([201, kept])
    expect((await register(other)).status).toBe(409)
    expect((await app.call(accounts.login, { body: { email: other, password } })).status).toBe(200)
    await app.call(accounts.sendLoginCode, { body: { email: other } })
    const [mail] = await mailsFor(app, kept)
    const otp = mail ? codeIn(mail) : ''
    expect((await app.call(accounts.verifyLoginCode, { body: { email: typed, otp } })).status).toBe(200)
  },
)

test.each(addresses)('%j is sent files, and invited', async (typed, kept) => {
  const owner = await newUser(app)
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', bytes: png() }))._id
  const item = (await app.call(createTransfer, { body: { file } }, owner)).body.result._id
  const sent = await app.call(createDelivery, { body: { items: [item], recipients: [typed] } }, owner)
  expect(sent.body.result.links.map((link) => link.email)).toEqual([null, kept])
  const { review } = await newReview(app, owner)
  const invited = { params: { id: review._id }, body: { email: typed, role: 'VIEWER' as const } }
  expect((await app.call(sendInvitation, invited, owner)).status).toBe(200)
  expect((await app.call(accounts.inviteUser, { body: { email: typed } }, owner)).status).toBe(200)
  await mailsFor(app, kept, 3)
})
