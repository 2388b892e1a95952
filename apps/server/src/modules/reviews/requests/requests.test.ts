import { listActivity } from '@wingmark/contract/activity'
import { blockPerson, unblockPerson } from '@wingmark/contract/connections'
import { respondInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { listMembers, removeMember } from '@wingmark/contract/members'
import { listNotifications } from '@wingmark/contract/notifications'
import { changeVisibility, getReview } from '@wingmark/contract/reviews'
import {
  askForTaskReview,
  createTask,
  getTask,
  listTasks,
  type Task,
  updateTask,
} from '@wingmark/contract/tasks'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { beforeEach, describe, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { mailDueNotices } from '#server/modules/notifications/mailing/service'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { mailsInTheEnd } from '../../../../test/mail-box.ts'
import { newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let room: Room
let ida: Person
let workspace: string
let review: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  room = await openRoom(app)
  review = room.published.review._id
})
beforeEach(async () => {
  await app.deps.db.pool.query('delete from notifications')
  ida = await newUser(app, 'Ida Outside')
  const body = { name: 'Studio Nord' }
  workspace = (await app.call(createWorkspace, { body }, room.editor)).body.result._id
  await join(ida, 'EDITOR')
})

const join = (person: Person, role: 'EDITOR' | 'VIEWER') =>
  app.deps.db.orm.insert(members).values({ workspaceId: workspace, userId: person.user._id, role })

async function newTask(assignee: Person | null = ida) {
  const comment = (await room.newComment(room.editor))._id
  const body = { workspace, comment, assignee: assignee?.user._id ?? null }
  const made = await app.call(createTask, { body }, room.editor)
  expect(made.status, made.body.message).toBe(201)
  return made.body.result
}
const standing = ({ source }: Task) =>
  source && 'assigneeStanding' in source ? source.assigneeStanding : source
const look = async (id: string, by: Caller) => (await app.call(getTask, { params: { id } }, by)).body.result
const assign = (id: string, person: Person | null) =>
  app.call(updateTask, { params: { id }, body: { assignee: person?.user._id ?? null } }, room.editor)
const ask = (id: string, by: Caller = ida) => app.call(askForTaskReview, { params: { id } }, by)
const add = (person: Person, by: Caller, role: 'COMMENTER' | 'EDITOR' = 'COMMENTER') =>
  app.call(sendInvitation, { params: { id: review }, body: { person: person.user._id, role } }, by)
const sees = async (by: Caller) => (await app.call(getReview, { params: { id: review } }, by)).status
const notified = async (by: Caller, action: string) =>
  (await app.call(listNotifications, {}, by)).body.results.filter((one) => one.action === action)
const people = async (by: Caller) => (await app.call(listMembers, { params: { id: review } }, by)).body.result

describe('a task from a comment, for someone without access to the review', () => {
  test('says so to people who create or assign it, and may admit the assignee', async () => {
    const task = await newTask()
    expect(standing(task)).toBe('TO_INVITE')
    expect(standing((await assign(task._id, null)).body.result)).toBeNull()
    await join(room.commenter, 'EDITOR')
    expect(standing((await assign(task._id, room.commenter)).body.result)).toBe('IN')
    expect(standing((await assign(task._id, ida)).body.result)).toBe('TO_INVITE')
    const listed = await app.call(listTasks, { params: { id: workspace } }, room.editor)
    expect(listed.body.results.map(standing)).toEqual(['TO_INVITE'])
    // Who may not invite learns only that; who may not change the task or see the review, nothing.
    expect(standing(await look(task._id, room.commenter))).toBe('OUTSIDE')
    await join(room.viewer, 'VIEWER')
    expect(standing(await look(task._id, room.viewer))).toBeNull()
    await join(room.stranger, 'EDITOR')
    expect((await look(task._id, room.stranger)).source).toEqual({ hidden: true })
    const show = (visibility: 'PUBLIC' | 'UNLISTED') =>
      app.call(changeVisibility, { params: { id: review }, body: { visibility } }, room.owner)
    await show('PUBLIC')
    expect(standing(await look(task._id, room.editor))).toBe('IN')
    await show('UNLISTED')
  })

  test('and one click invites them, without showing their address', async () => {
    const task = await newTask()
    expect((await add(ida, room.editor)).body.result).toEqual({ invitations: [], members: [] })
    expect((await add(ida, room.editor)).status).toBe(200)
    const all = await mailsInTheEnd(app, ida.user.email)
    const mails = all.filter(({ subject }) => subject?.includes('invited'))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Emil Editor invited you to review “Spring campaign”',
    ])
    expect(mails[0]?.text).toContain('Nobody saw your email address.')
    expect(standing(await look(task._id, room.editor))).toBe('INVITED')
    expect((await look(task._id, ida)).source).toEqual({
      hidden: true,
      entry: 'INVITED',
      invitedTo: review,
    })
    expect((await people(room.owner)).invitations).toMatchObject([
      { email: null, name: 'Ida Outside', role: 'COMMENTER' },
    ])
    await app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [ida.user._id])
    await app.call(respondInvitation, { body: { review, response: 'ACCEPT' } }, ida)
    expect(standing(await look(task._id, room.editor))).toBe('IN')
    expect([(await add(ida, room.editor)).status, (await add(ida, room.owner)).status]).toEqual([409, 409])
  })

  test('only people who may invite to the role add others by name, and only people they work with', async () => {
    await newTask()
    const statuses = async (person: Person, role?: 'EDITOR') =>
      Promise.all(
        [room.owner, room.editor, room.commenter, room.viewer, room.stranger, room.guest, {}].map(
          async (by) => (await add(person, by, role)).status,
        ),
      )
    // The owner is not in the workspace.
    expect(await statuses(ida)).toEqual([422, 200, 403, 403, 404, 401, 401])
    expect(await statuses(ida, 'EDITOR')).toEqual([422, 403, 403, 403, 404, 401, 401])
    expect((await add(await newUser(app), room.editor)).body.errors).toEqual({
      person: 'Only people you work with, or who have requested access, are added by name.',
    })
    await app.call(blockPerson, { params: { userId: room.editor.user._id } }, ida)
    expect((await add(ida, room.editor)).status).toBe(422)
  })
})

describe('the assignee', () => {
  test('asks the owner, once, who admits them with one click', async () => {
    const task = await newTask()
    expect(task.source).toMatchObject({ assigneeStanding: 'TO_INVITE' })
    expect((await look(task._id, ida)).source).toEqual({ hidden: true, entry: 'TO_ASK' })
    const asked = await Promise.all([ask(task._id), ask(task._id), ask(task._id)])
    for (const { status, body } of asked)
      expect([status, body.result.source]).toEqual([200, { hidden: true, entry: 'ASKED' }])
    expect(JSON.stringify(asked[0].body)).not.toContain('Spring campaign')
    expect(await notified(room.owner, 'ACCESS_ASKED')).toMatchObject([
      { title: 'Ida Outside requested access to “Spring campaign”', review, comment: null },
    ])
    expect(await notified(room.editor, 'ACCESS_ASKED')).toEqual([])
    expect((await people(room.owner)).requests).toMatchObject([{ _id: ida.user._id, name: 'Ida Outside' }])
    expect((await people(room.editor)).requests).toBeUndefined()

    const letIn = { _id: ida.user._id, name: 'Ida Outside' }
    expect((await add(ida, room.owner)).body.result).toEqual({ invitations: [], members: [], letIn })
    expect(await sees(ida)).toBe(200)
    expect((await add(ida, room.owner)).status).toBe(409)
    expect(await notified(ida, 'ACCESS_GIVEN')).toMatchObject([
      { title: 'You can open “Spring campaign” now', review },
    ])
    const list = await people(room.owner)
    expect(list.requests).toEqual([])
    expect(list.members.find(({ _id }) => _id === ida.user._id)?.role).toBe('COMMENTER')
    const record = (await app.call(listActivity, { params: { id: review } }, room.owner)).body.results
    const entries = record.filter(({ action }) => action === 'JOINED' || action === 'INVITED')
    expect(entries.slice(0, 2).map(({ action, actor }) => [action, actor?.name])).toEqual([
      ['JOINED', 'Ida Outside'],
      ['INVITED', 'Olga Owner'],
    ])
    // Members have nothing to ask for.
    expect((await ask(task._id)).body.result.source).toMatchObject({ reviewName: 'Spring campaign' })
    await app.call(removeMember, { params: { id: review, memberId: ida.user._id } }, room.owner)
    expect((await look(task._id, ida)).source).toEqual({ hidden: true, entry: 'TO_ASK' })
    expect(await notified(room.owner, 'ACCESS_ASKED')).toHaveLength(1)
  })

  test('and nobody else, nor for a task without a comment', async () => {
    const task = await newTask()
    await join(room.commenter, 'VIEWER')
    const statuses = [room.editor, room.commenter, room.stranger, room.guest, {}].map(
      async (by) => (await ask(task._id, by)).status,
    )
    expect(await Promise.all(statuses)).toEqual([403, 403, 404, 401, 401])
    const body = { workspace, title: 'By itself', assignee: ida.user._id }
    const bare = (await app.call(createTask, { body }, room.editor)).body.result
    expect((await ask(bare._id)).status).toBe(409)
    expect(await notified(room.owner, 'ACCESS_ASKED')).toEqual([])
  })

  test('asks again after two weeks, never people who blocked them, and not without limit', async () => {
    const task = await newTask()
    await ask(task._id)
    await app.deps.db.pool.query(`update access_requests set created_at = created_at - interval '15 days'`)
    expect((await look(task._id, ida)).source).toEqual({ hidden: true, entry: 'TO_ASK' })
    expect((await people(room.owner)).requests).toEqual([])
    await ask(task._id)
    expect(await notified(room.owner, 'ACCESS_ASKED')).toHaveLength(2)

    const params = { userId: ida.user._id }
    await app.call(blockPerson, { params }, room.owner)
    await app.deps.db.pool.query(`update access_requests set created_at = created_at - interval '15 days'`)
    expect((await ask(task._id)).body.result.source).toEqual({ hidden: true, entry: 'ASKED' })
    expect(await notified(room.owner, 'ACCESS_ASKED')).toHaveLength(2)
    expect((await people(room.owner)).requests).toEqual([])
    expect((await add(ida, room.owner)).status).toBe(422)
    await app.call(unblockPerson, { params }, room.owner)

    for (let times = 0; times < 27; times++) await ask(task._id)
    expect((await ask(task._id)).status).toBe(429)
  })

  test('and both get an email, too', async () => {
    const task = await newTask()
    // The comment behind the task has an email of its own.
    await app.deps.db.pool.query('delete from notifications')
    await ask(task._id)
    const mailsOf = async ({ user }: Person) => {
      await mailDueNotices(app.deps)
      await waitUntilIdle(app)
      return mailsInTheEnd(app, user.email)
    }
    const subject = 'Ida Outside requested access to Spring campaign'
    const first = (await mailsOf(room.owner)).find((mail) => mail.subject === subject)
    expect(first?.text).toContain(`/reviews/${review}?people`)
    await add(ida, room.owner)
    const given = (await mailsOf(ida)).map((mail) => mail.subject)
    expect(given).toContain('Olga Owner gave you access to Spring campaign')
  })
})
