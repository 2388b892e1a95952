import * as contract from '@wingmark/contract/invitations'
import { changeMemberRole, listMembers, removeMember } from '@wingmark/contract/members'
import { deleteReview, getReview, updateReview } from '@wingmark/contract/reviews'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkIn, mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import {
  addMember,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
let published: Published
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Emil Editor')
  published = await newReview(app, owner)
  id = published.review._id
  await addMember(app, id, editor, 'EDITOR')
})

const newAddress = () => `${crypto.randomUUID()}@example.test`
const invite = (body: Record<string, unknown>, caller: Caller = owner) =>
  app.call(contract.sendInvitation, { params: { id }, body: { role: 'COMMENTER', ...body } }, caller)
const tokenOf = async (email: string, count = 1) => {
  const mail = (await mailsFor(app, email, count)).at(-1)
  if (!mail) throw new Error('no mail')
  return new URL(linkIn(mail, '/invite/review')).searchParams.get('token') ?? ''
}
const look = (token: string, caller: Caller = {}) =>
  app.call(contract.getInvitation, { body: { token } }, caller)
const respond = (token: string, caller: Caller, response: string = 'ACCEPT') =>
  app.call(contract.respondInvitation, { body: { token, response: response as 'ACCEPT' } }, caller)
const revoke = (invitationId: string, caller: Caller = owner) =>
  app.call(contract.revokeInvitation, { params: { id, invitationId } }, caller)
const see = async (caller: Caller) => (await app.call(getReview, { params: { id } }, caller)).status
const gone = [410, 'This invitation is no longer valid.']
const outcome = (answer: { status: number; body: { message?: string } }) => [
  answer.status,
  answer.body.message,
]
/** As if an hour had passed since the last email. */
const later = () => app.deps.db.pool.query(`update invitations set sent_at = sent_at - interval '1 hour'`)

describe('an invitation', () => {
  test('is emailed, can be viewed any number of times, and is accepted once', async () => {
    const person = await newUser(app, 'Ines Invited')
    const { email } = person.user
    const sent = await invite({ email: ` ${email.toUpperCase()} `, role: 'EDITOR' })
    expect(sent.body.result).toMatchObject({
      invitations: [{ email, role: 'EDITOR', state: 'PENDING', invitedBy: { name: 'Olga Owner' } }],
      members: [],
    })
    expect(JSON.stringify(sent.body)).not.toContain('token')
    const [mail] = await mailsFor(app, email)
    expect(mail?.subject).toBe('Olga Owner invited you to review “Spring campaign”')
    const token = await tokenOf(email)
    expect(token).toHaveLength(43)
    for (const caller of [{}, person, await newGuest(app)]) {
      expect((await look(token, caller)).body.result).toEqual({
        review: { name: 'Spring campaign', fileCount: 1 },
        invitedBy: { name: 'Olga Owner' },
        role: 'EDITOR',
        email,
        hasAccount: true,
        isForCaller: caller === person,
        expiresAt: expect.any(String),
        joined: null,
      })
    }
    expect(await see(person)).toBe(404)
    expect((await respond(token, person)).body.result).toEqual({ response: 'ACCEPT', review: id })
    const update = await app.call(updateReview, { params: { id }, body: { name: 'Renamed' } }, person)
    expect(update.status).toBe(200)
    expect((await look(token, person)).body.result).toMatchObject({ role: 'EDITOR', joined: id })
    for (const caller of [{}, await newUser(app), owner])
      expect(outcome(await look(token, caller))).toEqual(gone)
    expect((await app.call(listMembers, { params: { id } }, owner)).body.result.invitations).toEqual([])
  })

  test('is accepted once however often it is clicked, and again only by a member', async () => {
    const person = await newUser(app)
    await invite({ email: person.user.email })
    const token = await tokenOf(person.user.email)
    const presses = await Promise.all(Array.from({ length: 5 }, () => respond(token, person)))
    for (const { status, body } of presses)
      expect([status, body.result]).toEqual([200, { response: 'ACCEPT', review: id }])
    const { members } = (await app.call(listMembers, { params: { id } }, owner)).body.result
    expect(members.filter((one) => one._id === person.user._id)).toHaveLength(1)
    expect(outcome(await respond(token, person, 'DECLINE'))).toEqual(gone)
    await app.call(removeMember, { params: { id, memberId: person.user._id } }, owner)
    expect(outcome(await respond(token, person))).toEqual(gone)
    expect(outcome(await look(token, person))).toEqual(gone)
  })

  test('is for the invited address only, and nobody else can use it up', async () => {
    const person = await newUser(app)
    await invite({ email: person.user.email })
    const token = await tokenOf(person.user.email)
    expect(outcome(await respond(token, await newUser(app)))).toEqual(gone)
    expect((await respond(token, {})).status).toBe(401)
    expect((await respond(token, await newGuest(app))).status).toBe(401)
    expect((await respond(token, person, 'maybe')).status).toBe(422)
    expect((await respond(token, person)).status).toBe(200)
  })

  test('waits until its recipient has an account', async () => {
    const email = newAddress()
    await invite({ email })
    const token = await tokenOf(email)
    expect((await look(token)).body.result).toMatchObject({ email, hasAccount: false })
    const { register } = await import('@wingmark/contract/users')
    const { body } = await app.call(register, {
      body: { name: 'Nina New', email, password: 'correct horse battery' },
    })
    const person = { token: body.result.accessToken }
    expect((await respond(token, person)).status).toBe(200)
    expect(await see(person)).toBe(200)
  })

  test('verifies the address when accepted, not when declined', async () => {
    const isConfirmed = async ({ user }: Person) => {
      const found = await app.deps.db.pool.query<{ at: Date | null }>(
        'select email_confirmed_at as at from users where id = $1',
        [user._id],
      )
      return found.rows[0]?.at instanceof Date
    }
    const people = [await newUser(app), await newUser(app)] as const
    await invite({ emails: people.map((person) => person.user.email) })
    for (const [n, person] of people.entries()) {
      expect(await isConfirmed(person)).toBe(false)
      await respond(await tokenOf(person.user.email), person, n === 0 ? 'ACCEPT' : 'DECLINE')
      expect(await isConfirmed(person)).toBe(n === 0)
    }
  })

  test('can be declined, which ends it', async () => {
    const person = await newUser(app)
    await invite({ email: person.user.email })
    const token = await tokenOf(person.user.email)
    expect((await respond(token, person, 'DECLINE')).body.result).toEqual({
      response: 'DECLINE',
      review: null,
    })
    expect(await see(person)).toBe(404)
    expect(outcome(await respond(token, person))).toEqual(gone)
  })

  test('ends when revoked, when expired, and with the review', async () => {
    const people = [await newUser(app), await newUser(app), await newUser(app)]
    const emails = people.map((person) => person.user.email)
    const { invitations } = (await invite({ emails })).body.result
    const tokens = await Promise.all(emails.map((email) => tokenOf(email)))
    const idOf = (n: number) => invitations.find((one) => one.email === emails[n])?._id ?? ''
    expect((await revoke(idOf(0))).status).toBe(200)
    expect((await revoke(idOf(0))).status).toBe(404)
    await app.deps.db.pool.query(
      `update invitations set expires_at = now() - interval '1 second' where id = $1`,
      [idOf(1)],
    )
    const listed = (await app.call(listMembers, { params: { id } }, owner)).body.result.invitations
    expect(listed.map((one) => [one.email, one.state])).toContainEqual([emails[1], 'EXPIRED'])
    await app.call(deleteReview, { params: { id } }, owner)
    for (const [n, person] of people.entries()) {
      expect(outcome(await look(tokens[n] ?? ''))).toEqual(gone)
      expect(outcome(await respond(tokens[n] ?? '', person))).toEqual(gone)
    }
  })

  test('is renewed when resent: the new link works, the old one ends, and it stays one invitation', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await invite({ email })
    const first = await tokenOf(email)
    await later()
    const renewed = await invite({ email, role: 'VIEWER' })
    expect(renewed.body.result.invitations).toMatchObject([{ email, role: 'VIEWER' }])
    const second = await tokenOf(email, 2)
    expect(second).not.toBe(first)
    expect(outcome(await respond(first, person))).toEqual(gone)
    expect((await respond(second, person)).status).toBe(200)
  })

  test('is one invitation and one email for twenty parallel requests', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite({ email })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.result.invitations[0]?._id)).size).toBe(1)
    expect(await mailsInTheEnd(app, email)).toHaveLength(1)
  })

  test('raises a member’s role and never lowers it', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await invite({ email, role: 'VIEWER' })
    const token = await tokenOf(email)
    await addMember(app, id, person, 'COMMENTER')
    await respond(token, person)
    const { members } = (await app.call(listMembers, { params: { id } }, owner)).body.result
    expect(members.find((member) => member._id === person.user._id)?.role).toBe('COMMENTER')
  })
})

describe('who may invite', () => {
  test('the owner invites to every role, an editor to two, nobody else at all', async () => {
    const commenter = await newUser(app)
    const viewer = await newUser(app)
    await addMember(app, id, commenter, 'COMMENTER')
    await addMember(app, id, viewer, 'VIEWER')
    const by = async (caller: Caller) => {
      const statuses: number[] = []
      for (const role of ['EDITOR', 'COMMENTER', 'VIEWER']) {
        statuses.push((await invite({ email: newAddress(), role }, caller)).status)
      }
      return statuses
    }
    expect(await by(owner)).toEqual([200, 200, 200])
    expect(await by(editor)).toEqual([403, 200, 200])
    expect(await by(commenter)).toEqual([403, 403, 403])
    expect(await by(viewer)).toEqual([403, 403, 403])
    const { share } = published
    expect(await by({ ...(await newUser(app)), share })).toEqual([403, 403, 403])
    expect(await by(await newUser(app))).toEqual([404, 404, 404])
    expect(await by(await newGuest(app, share))).toEqual([401, 401, 401])
    expect((await invite({ email: newAddress(), role: 'OWNER' })).body.message).toBe(
      'Choose one of: EDITOR, COMMENTER, VIEWER',
    )
  })

  test('an editor sees and revokes their own invitations, and cannot change the owner’s', async () => {
    const [byOwner, byEditor] = [newAddress(), newAddress()]
    await invite({ email: byOwner, role: 'EDITOR' })
    const mine = (await invite({ email: byEditor }, editor)).body.result.invitations[0]
    const seen = async (caller: Caller) =>
      (await app.call(listMembers, { params: { id } }, caller)).body.result.invitations
    expect((await seen(owner)).map((one) => one.email).toSorted()).toEqual([byOwner, byEditor].toSorted())
    expect((await seen(editor)).map((one) => one.email)).toEqual([byEditor])
    const other = (await seen(owner)).find((one) => one.email === byOwner)
    expect((await revoke(other?._id ?? '', editor)).status).toBe(403)
    await later()
    expect((await invite({ email: byOwner, role: 'VIEWER' }, editor)).status).toBe(403)
    expect((await revoke(mine?._id ?? '', editor)).status).toBe(200)
  })

  test.each([
    ['removed', () => app.call(removeMember, { params: { id, memberId: editor.user._id } }, owner)],
    [
      'made a viewer',
      () =>
        app.call(
          changeMemberRole,
          { params: { id, memberId: editor.user._id }, body: { role: 'VIEWER' } },
          owner,
        ),
    ],
  ])('an editor’s invitations end when they are %s', async (_what, end) => {
    const person = await newUser(app)
    await invite({ email: person.user.email }, editor)
    const token = await tokenOf(person.user.email)
    await end()
    expect(outcome(await respond(token, person))).toEqual(gone)
  })

  test('an editor neither lowers nor takes over the owner’s invitations', async () => {
    const email = newAddress()
    await invite({ email, role: 'COMMENTER' })
    expect((await invite({ email, role: 'VIEWER' }, editor)).status).toBe(403)
    await later()
    const again = await invite({ email, role: 'COMMENTER' }, editor)
    expect(again.body.result.invitations).toMatchObject([
      { role: 'COMMENTER', invitedBy: { name: 'Olga Owner' } },
    ])
    await app.call(removeMember, { params: { id, memberId: editor.user._id } }, owner)
    expect((await look(await tokenOf(email, 2))).body.result).toMatchObject({ role: 'COMMENTER' })
  })

  test('an expired one does not stop an editor, and the owner changes an editor’s', async () => {
    const [old, sent] = [newAddress(), newAddress()]
    await invite({ email: old, role: 'EDITOR' })
    await app.deps.db.pool.query(
      `update invitations set expires_at = now() - interval '1 hour' where email = $1`,
      [old],
    )
    expect((await invite({ email: old, role: 'VIEWER' }, editor)).body.result.invitations).toMatchObject([
      { role: 'VIEWER', invitedBy: { name: 'Emil Editor' } },
    ])
    await invite({ email: sent, role: 'COMMENTER' }, editor)
    expect((await invite({ email: sent, role: 'VIEWER' })).body.result.invitations).toMatchObject([
      { role: 'VIEWER', invitedBy: { name: 'Olga Owner' } },
    ])
  })

  test('an editor sees the addresses that they invited', async () => {
    const person = await newUser(app)
    const { email } = person.user
    await invite({ email }, editor)
    await respond(await tokenOf(email), person)
    const { members } = (await app.call(listMembers, { params: { id } }, editor)).body.result
    expect(members.flatMap((member) => member.email ?? []).toSorted()).toEqual(
      [email, editor.user.email].toSorted(),
    )
  })
})

describe('addresses', () => {
  test('of members are reported, and get no email', async () => {
    const email = newAddress()
    const mixed = await invite({ email: editor.user.email, emails: [email, owner.user.email] })
    expect(mixed.body.result.invitations.map((one) => one.email)).toEqual([email])
    expect(mixed.body.result.members).toEqual([editor.user.email, owner.user.email].toSorted())
    const none = await invite({ email: editor.user.email })
    expect(outcome(none)).toEqual([409, 'This person is already a member.'])
    expect(await mailsInTheEnd(app, editor.user.email)).toEqual([])
  })

  test.each([
    [{}, { email: 'Enter at least one email address.' }],
    [{ emails: [] }, { email: 'Enter at least one email address.' }],
    [{ email: 'a@b.test\r\nBcc: c@d.test' }, { email: 'Invalid email address' }],
    [{ email: { $gt: '' } }, { email: 'Invalid email address' }],
    [{ emails: ['good@example.test', 'bad'] }, { 'emails.1': 'Invalid email address' }],
  ])('%j are refused', async (body, errors) => {
    const answer = await invite(body)
    expect([answer.status, answer.body.errors]).toEqual([422, errors])
  })

  test('by the thousand are too many, and none gets an email', async () => {
    const emails = Array.from({ length: 1_000 }, newAddress)
    const answer = await invite({ emails })
    expect(outcome(answer)).toEqual([429, 'You can invite at most 50 people at once.'])
    expect(answer.headers.get('retry-after')).toBeTruthy()
    const statuses = []
    for (let n = 0; n < 5; n++)
      statuses.push((await invite({ emails: emails.slice(n * 45, n * 45 + 45) })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})

test('names add no header, markup or link', async () => {
  const inviter = await newUser(app, 'Ida\r\nBcc: victim@example.test\r\n\r\n<img src=x> http://evil.example')
  const { review } = await newReview(app, inviter, 1, 'Look\r\nX-Evil: 1 <b>http://evil.example/x</b>')
  id = review._id
  const email = newAddress()
  await invite({ email }, inviter)
  const [mail] = await mailsFor(app, email)
  expect(mail?.to).toHaveLength(1)
  expect(mail?.headers.map((header) => header.key)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/bcc|x-evil/)]),
  )
  expect(mail?.html).not.toMatch(/<img|<b>/)
  expect(mail?.html).not.toContain('http://evil')
  expect(mail?.text).not.toContain('http://evil')
})
