import { listNotifications } from '@wingmark/contract/notifications'
import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import * as contract from '@wingmark/contract/workspace-people'
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  linkReview,
  unlinkReview,
} from '@wingmark/contract/workspaces'
import { beforeEach, expect, test } from 'vitest'
import { linkIn, mailsFor } from '../../../../test/mail-box.ts'
import { addMember, newReview, newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  id = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result._id
})

const invite = (email: string, role: 'EDITOR' | 'COMMENTER' | 'VIEWER', caller: Caller = owner) =>
  app.call(contract.sendWorkspaceInvitation, { params: { id }, body: { email, role } }, caller)
const tokenFor = async (email: string) => {
  const mail = (await mailsFor(app, email, 1)).at(-1)
  return new URL(mail ? linkIn(mail, '/invite/workspace') : '').searchParams.get('token') ?? ''
}
const look = (token: string, caller: Caller = {}) =>
  app.call(contract.getWorkspaceInvitation, { body: { token } }, caller)
const answer = (token: string, caller: Caller, response: 'ACCEPT' | 'DECLINE' = 'ACCEPT') =>
  app.call(contract.respondWorkspaceInvitation, { body: { token, response } }, caller)
const people = async (caller: Caller) =>
  (await app.call(contract.listWorkspaceMembers, { params: { id } }, caller)).body.result

async function join(name: string, role: 'EDITOR' | 'COMMENTER' | 'VIEWER'): Promise<Person> {
  const person = await newUser(app, name)
  await invite(person.user.email, role)
  await answer(await tokenFor(person.user.email), person)
  return person
}

test('an invitation is emailed, can be viewed by anyone who has it, and answered by the invited person', async () => {
  const [ines, other] = [await newUser(app, 'Ines Invited'), await newUser(app, 'Otto Other')]
  const sent = await invite(ines.user.email, 'EDITOR')
  expect(sent.body.result.invitations).toMatchObject([{ email: ines.user.email, state: 'PENDING' }])
  const token = await tokenFor(ines.user.email)
  const [mail] = await mailsFor(app, ines.user.email, 1)
  expect(mail?.subject).toBe('Olga Owner invited you to work on “Studio Nord”')
  expect((await look(token)).body.result).toMatchObject({
    workspace: { name: 'Studio Nord', memberCount: 1 },
    invitedBy: { name: 'Olga Owner' },
    role: 'EDITOR',
    hasAccount: true,
    isForCaller: false,
  })
  expect((await answer(token, other)).status).toBe(410)
  expect((await answer(token, ines)).body.result).toEqual({ response: 'ACCEPT', workspace: id })
  expect((await answer(token, ines)).body.result).toEqual({ response: 'ACCEPT', workspace: id })
  expect((await look(token, ines)).body.result).toMatchObject({ joined: id })
  expect((await look(token)).status).toBe(410)
  expect((await app.call(getWorkspace, { params: { id } }, ines)).body.result).toMatchObject({
    role: 'EDITOR',
    memberCount: 2,
    can: { invite: true, leave: true },
  })
  expect((await invite(ines.user.email, 'VIEWER')).status).toBe(409)
  const { results } = (await app.call(listWorkspaceTimeline, { params: { id } }, owner)).body
  expect(results[0]).toMatchObject({ kind: 'MEMBER_JOINED', actor: { name: 'Ines Invited' } })
})

test('editors invite commenters and viewers, and see only their own invitations', async () => {
  const editor = await join('Edda Editor', 'EDITOR')
  const commenter = await join('Cora Commenter', 'COMMENTER')
  expect((await invite('a@example.test', 'EDITOR', editor)).status).toBe(403)
  expect((await invite('a@example.test', 'VIEWER', editor)).status).toBe(200)
  expect((await invite('b@example.test', 'VIEWER', commenter)).status).toBe(403)
  await invite('c@example.test', 'EDITOR')
  expect((await people(editor)).invitations.map(({ email }) => email)).toEqual(['a@example.test'])
  const all = await people(owner)
  expect(all.invitations.map(({ email }) => email)).toEqual(['c@example.test', 'a@example.test'])
  expect(all.members.map(({ name, role, email }) => [name, role, email !== undefined])).toEqual([
    ['Olga Owner', 'OWNER', true],
    ['Edda Editor', 'EDITOR', true],
    ['Cora Commenter', 'COMMENTER', true],
  ])
  expect((await people(commenter)).members.filter(({ email }) => email !== undefined)).toHaveLength(1)
  const [theirs, own] = all.invitations
  const revoke = (invitationId: string, caller: Caller) =>
    app.call(contract.revokeWorkspaceInvitation, { params: { id, invitationId } }, caller)
  expect((await revoke(theirs?._id ?? '', editor)).status).toBe(403)
  expect((await revoke(own?._id ?? '', editor)).status).toBe(200)
  expect((await revoke(own?._id ?? '', owner)).status).toBe(404)
})

test('a demoted editor’s invitations are revoked', async () => {
  const editor = await join('Edda Editor', 'EDITOR')
  await invite('a@example.test', 'VIEWER', editor)
  const memberId = editor.user._id
  const changed = await app.call(
    contract.changeWorkspaceRole,
    { params: { id, memberId }, body: { role: 'VIEWER' } },
    owner,
  )
  expect(changed.body.result).toMatchObject({ invitations: [], members: [{}, { role: 'VIEWER' }] })
  const handed = await app.call(
    contract.changeWorkspaceRole,
    { params: { id, memberId }, body: { role: 'OWNER' } },
    owner,
  )
  expect(handed.body.result.members.map(({ name, role }) => [name, role])).toEqual([
    ['Edda Editor', 'OWNER'],
    ['Olga Owner', 'EDITOR'],
  ])
  const own = { params: { id, memberId } }
  const left = await app.call(contract.removeWorkspaceMember, own, editor)
  expect([left.status, left.body.errors]).toEqual([422, { role: 'A workspace needs an owner.' }])
})

test('an invitation to a deleted or full workspace, or a declined one, opens nothing', async () => {
  const [ines, ida] = [await newUser(app, 'Ines Invited'), await newUser(app, 'Ida Late')]
  await invite(ines.user.email, 'VIEWER')
  const token = await tokenFor(ines.user.email)
  expect((await answer(token, ines, 'DECLINE')).body.result.workspace).toBeNull()
  expect((await look(token)).status).toBe(410)
  await invite(ida.user.email, 'VIEWER')
  const late = await tokenFor(ida.user.email)
  const crowd = `insert into invitations (id, workspace_id, email, role, invited_by, expires_at)
    select gen_random_uuid(), $1, n || '@crowd.test', 'VIEWER', $2, now() + interval '1 day' from generate_series(1, 99) n`
  await app.deps.db.pool.query(crowd, [id, owner.user._id])
  const full = await invite('one-more@example.test', 'VIEWER')
  expect([full.status, full.body.errors]).toEqual([
    422,
    { email: 'There can be at most 100 members besides the owner.' },
  ])
  await app.call(deleteWorkspace, { params: { id } }, owner)
  expect((await look(late)).status).toBe(410)
  expect((await answer(late, ida)).status).toBe(410)
})

test('an existing user answers from a notification once the invited address is verified', async () => {
  const [ines, stranger] = [await newUser(app, 'Ines Invited'), await newUser(app, 'Una Unproved')]
  const confirm = 'update users set email_confirmed_at = now() where id = $1'
  await app.deps.db.pool.query(confirm, [ines.user._id])
  for (const { user } of [ines, stranger]) await invite(user.email, 'COMMENTER')
  const notified = async (person: Person) => (await app.call(listNotifications, {}, person)).body.results
  expect(await notified(ines)).toMatchObject([
    { action: 'WORKSPACE_INVITED', title: 'You’re invited to “Studio Nord”', subject: { _id: id } },
  ])
  expect(await notified(stranger)).toEqual([])
  const open = (caller: Caller) =>
    app.call(contract.getWorkspaceInvitation, { body: { workspace: id } }, caller)
  expect([(await open(stranger)).status, (await open({})).status]).toEqual([410, 410])
  expect((await open(ines)).body.result).toMatchObject({ role: 'COMMENTER', isForCaller: true })
  const body = { workspace: id, response: 'ACCEPT' as const }
  expect((await app.call(contract.respondWorkspaceInvitation, { body }, ines)).body.result.workspace).toBe(id)
  const both = { workspace: id, token: 'x' }
  expect((await app.call(contract.getWorkspaceInvitation, { body: both }, ines)).status).toBe(422)
})

test('editors of reviews link them, and their members see them', async () => {
  const editor = await join('Edda Editor', 'EDITOR')
  const { review } = await newReview(app, editor)
  const link = (caller: Caller) =>
    app.call(linkReview, { params: { id }, body: { review: review._id } }, caller)
  expect([(await link(owner)).status, (await link(editor)).status]).toEqual([404, 200])
  const seen = async (caller: Caller) =>
    (await app.call(getWorkspace, { params: { id } }, caller)).body.result.reviews
  expect(await seen(editor)).toEqual([{ _id: review._id, name: review.name, fileCount: 1 }])
  expect(await seen(owner)).toEqual([])
  await addMember(app, review._id, owner, 'VIEWER')
  expect([(await link(owner)).status, (await seen(owner)).length]).toEqual([403, 1])
  const unlink = () => app.call(unlinkReview, { params: { id, reviewId: review._id } }, owner)
  expect([(await unlink()).body.result.reviews, (await unlink()).status]).toEqual([[], 404])
})
