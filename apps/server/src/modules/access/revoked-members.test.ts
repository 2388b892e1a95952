import { respondInvitation, revokeInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { changeMemberRole, removeMember } from '@wingmark/contract/members'
import * as reviews from '@wingmark/contract/reviews'
import {
  changePassword,
  deleteAccount,
  forgetPassword,
  logout,
  resetPassword,
} from '@wingmark/contract/users'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchFile } from '../../../test/files.ts'
import { type HeldAccess, heldAccess } from '../../../test/held-access.ts'
import { linkIn, mailsFor } from '../../../test/mail-box.ts'
import { addMember, newUser, type Person, type Published, password } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** What one process takes away, another one no longer gives, within a second. */
let twin: TestApp
let access: HeldAccess
let owner: Person
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  access = await heldAccess(app, twin)
  owner = access.owner
})
afterAll(() => access.close())
const expectToEnd: HeldAccess['expectToEnd'] = (...given) => access.expectToEnd(...given)
const expectToBeOut: HeldAccess['expectToBeOut'] = (...given) => access.expectToBeOut(...given)

describe('a member', () => {
  const newMember = async (published: Published, role: 'EDITOR' | 'VIEWER' = 'EDITOR') => {
    const member = await newUser(app, 'Mia Member')
    await addMember(app, published.review._id, member, role)
    return member
  }
  const inviteBy = async (published: Published, inviter: Person) => {
    const invited = await newUser(app)
    const { email } = invited.user
    const params = { id: published.review._id }
    await app.call(sendInvitation, { params, body: { email, role: 'VIEWER' } }, inviter)
    const [mail] = await mailsFor(app, email)
    if (!mail) throw new Error('no mail came')
    const token = new URL(linkIn(mail, '/invite/review')).searchParams.get('token') ?? ''
    return () => twin.call(respondInvitation, { body: { token, response: 'ACCEPT' } }, invited)
  }

  test('who is removed is out, and so is whom they invited', async () => {
    const published = await access.newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await access.hold(published, member)
    const params = { id: published.review._id, memberId: member.user._id }
    await expectToEnd(published, held, () => app.call(removeMember, { params }, owner))
    await expectToBeOut(published, member, 404)
    expect((await accept()).status).toBe(410)
  })

  test('whose role is lowered can do only that, with addresses and a stream of that role', async () => {
    const published = await access.newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await access.hold(published, member)
    const params = { id: published.review._id, memberId: member.user._id }
    await expectToEnd(published, held, () =>
      app.call(changeMemberRole, { params, body: { role: 'VIEWER' } }, owner),
    )
    const rename = { params: { id: published.review._id }, body: { name: 'Mine' } }
    expect((await twin.call(reviews.updateReview, rename, member)).status).toBe(403)
    expect((await accept()).status).toBe(410)
    await access.hold(published, member)
  })

  test('whose review is made private stays', async () => {
    const published = await access.newRoom()
    const held = await access.hold(published, await newMember(published, 'VIEWER'))
    await access.ownerCall.visibility(published.review._id, 'PRIVATE')
    for (const address of held.addresses) expect((await fetchFile(twin, address)).status).toBe(200)
    await app.call(
      reviews.updateReview,
      { params: { id: published.review._id }, body: { name: 'New' } },
      owner,
    )
    await held.stream.next('review.updated')
  })

  test('who takes an invitation back ends it', async () => {
    const published = await access.newRoom()
    const accept = await inviteBy(published, owner)
    const params = { id: published.review._id }
    const sent = await app.call(
      sendInvitation,
      { params, body: { email: 'x@example.test', role: 'VIEWER' } },
      owner,
    )
    const other = sent.body.result.invitations[0]?._id ?? ''
    await app.call(revokeInvitation, { params: { ...params, invitationId: other } }, owner)
    expect((await accept()).status).toBe(200)
  })

  type Ending = [string, (member: Person) => Promise<unknown>]
  test.each<Ending>([
    ['signs out', (member) => app.call(logout, { body: {} }, member)],
    ['signs out everywhere', (member) => app.call(logout, { body: { everywhere: true } }, member)],
    ['deletes their account', (member) => app.call(deleteAccount, { body: { password } }, member)],
    [
      'sets a new password by mail',
      async (member) => {
        const { email } = member.user
        await app.call(forgetPassword, { body: { email } })
        const mail = (await mailsFor(app, email)).at(-1)
        if (!mail) throw new Error('no mail came')
        const token = new URL(linkIn(mail, 'reset-password')).searchParams.get('token') ?? ''
        const { status } = await app.call(resetPassword, { body: { token, password: `${password}!` } })
        expect(status).toBe(200)
      },
    ],
    [
      'changes the password on another device',
      async (member) => {
        const { login } = await import('@wingmark/contract/users')
        const { email } = member.user
        const { body } = await app.call(login, { body: { email, password } })
        const change = { password, newPassword: `${password}!` }
        const other = { token: body.result.accessToken }
        expect((await app.call(changePassword, { body: change }, other)).status).toBe(200)
      },
    ],
  ])('who %s is out with that session', async (what, end) => {
    const published = await access.newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await access.hold(published, member)
    await expectToEnd(published, held, () => end(member))
    await expectToBeOut(published, member, 401)
    // By mail the address is proved for the first time: until it is answered, what was given before rests.
    expect((await accept()).status).toBe(/deletes|by mail/.test(what) ? 410 : 200)
  })
})
