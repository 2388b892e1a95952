import { listSharedWork } from '@wingmark/contract/account-deletion'
import { createComment, getComment } from '@wingmark/contract/comments'
import type { Failure } from '@wingmark/contract/errors'
import { liveWorkspacePath } from '@wingmark/contract/live'
import { listNotifications } from '@wingmark/contract/notifications'
import { getReview } from '@wingmark/contract/reviews'
import type { SharedWorkChoice } from '@wingmark/contract/shared-work'
import { changeTaskStatus, createTask, getTask } from '@wingmark/contract/tasks'
import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import * as contract from '@wingmark/contract/users'
import { listWorkspaceMembers, removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import { createWorkspace, deleteWorkspace, getWorkspace } from '@wingmark/contract/workspaces'
import { describe, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { eventually } from '../../../../test/eventually.ts'
import { listen } from '../../../../test/listen-live.ts'
import { mailsFor } from '../../../../test/mail-box.ts'
import { addMember, newReview, newUser, type Person, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const leave = (person: Person, choices?: SharedWorkChoice[]) =>
  app.call(contract.deleteAccount, { body: { password, ...(choices ? { choices } : {}) } }, person)

async function newWorkspace(owner: Person, name: string, others: readonly Person[]) {
  const { _id } = (await app.call(createWorkspace, { body: { name } }, owner)).body.result
  for (const other of others)
    await app.deps.db.orm.insert(members).values({ workspaceId: _id, userId: other.user._id, role: 'EDITOR' })
  return _id
}

/** An owner with a workspace and a review shared with two others, and private ones. */
async function newTeam() {
  const olga = await newUser(app, 'Olga Owner')
  const [edda, bo] = [await newUser(app, 'Edda Editor'), await newUser(app, 'Bo Builder')]
  const workspace = await newWorkspace(olga, 'Studio Nord', [edda, bo])
  const { review, files } = await newReview(app, olga, 1, 'Poster')
  await addMember(app, review._id, edda, 'COMMENTER')
  await newWorkspace(olga, 'Only mine', [])
  await newReview(app, olga, 1, 'Draft')
  return { olga, edda, bo, workspace, review: review._id, file: files[0]?._id ?? '' }
}

const namesOf = (shared: NonNullable<Failure['sharedWork']>) =>
  shared.map(({ subject, name, members: others }) => [subject.kind, name, others.map((one) => one.name)])
const noticesOf = async (person: Person) =>
  (await app.call(listNotifications, {}, person)).body.results.map(({ action, title, subject }) => [
    action,
    title,
    subject.kind,
  ])
/** The text of an email to them that begins like this. */
async function mailTo({ user: { email } }: Person, beginning: string): Promise<string> {
  let text = ''
  await eventually(async () => {
    const mail = (await mailsFor(app, email)).find(({ subject }) => subject?.startsWith(beginning))
    text = `${mail?.subject}\n${mail?.text}`
    expect(mail).toBeDefined()
  })
  return text
}
const open = async (person: Person, id: string) =>
  (await app.call(getWorkspace, { params: { id } }, person)).status
const timelineOf = async (person: Person, id: string) =>
  (await app.call(listWorkspaceTimeline, { params: { id } }, person)).body.results

describe('shared work', () => {
  test('is listed, and nothing is deleted until every choice is made', async () => {
    const { olga, workspace, review } = await newTeam()
    const expected = [
      ['REVIEW', 'Poster', ['Edda Editor']],
      ['WORKSPACE', 'Studio Nord', ['Edda Editor', 'Bo Builder']],
    ]
    expect(namesOf((await app.call(listSharedWork, {}, olga)).body.results)).toEqual(expected)
    const some: SharedWorkChoice[] = [{ workspace, delete: true }]
    for (const choices of [undefined, [], some, [{ review, delete: true as const }]]) {
      const { status, body } = await leave(olga, choices)
      expect([status, body.code, namesOf(body.sharedWork ?? [])]).toEqual([409, 'SHARED_WORK', expected])
    }
    expect(await open(olga, workspace)).toBe(200)
  })

  test('cannot go to someone who is not a member', async () => {
    const { olga, bo, workspace, review } = await newTeam()
    const choices = [
      { workspace, delete: true as const },
      { review, handOverTo: bo.user._id },
    ]
    const { status, body } = await leave(olga, choices)
    expect([status, body.errors]).toEqual([422, { 'choices.1.handOverTo': 'Choose one of its members.' }])
  })

  test.each([
    [{ handOverTo: crypto.randomUUID() }, 'Name a workspace or a review.'],
    [{ workspace: crypto.randomUUID() }, 'Choose what happens to it: handOverTo a member, or delete.'],
    [
      { workspace: crypto.randomUUID(), delete: false },
      'Choose what happens to it: handOverTo a member, or delete.',
    ],
    [
      { review: crypto.randomUUID(), delete: true, handOverTo: crypto.randomUUID() },
      'Choose what happens to it: handOverTo a member, or delete.',
    ],
  ])('is decided on in one way: %j', async (choice, message) => {
    const { status, body } = await leave(await newUser(app), [choice as SharedWorkChoice])
    expect([status, body.message]).toEqual([422, message])
  })

  test('goes to the new owner: tasks, words and files stay, and all members are notified', async () => {
    const { olga, edda, bo, workspace, review, file } = await newTeam()
    const title = 'Larger logo'
    const task = await app.call(createTask, { body: { workspace, title, assignee: olga.user._id } }, bo)
    const said = await app.call(createComment, { body: { file, type: 'GENERAL', message: 'Yes' } }, edda)
    const before = (await app.call(contract.getUsage, {}, edda)).body.result.storage.usedBytes
    const stream = await listen(app.url, liveWorkspacePath(workspace), bo)
    await stream.next('presence')
    const to = { handOverTo: edda.user._id }
    expect(
      (
        await leave(olga, [
          { workspace, ...to },
          { review, ...to },
        ])
      ).status,
    ).toBe(200)
    await stream.next('member.changed')
    stream.close()

    const { members: left } = (await app.call(listWorkspaceMembers, { params: { id: workspace } }, edda)).body
      .result
    expect(left.map((one) => [one.name, one.role])).toEqual([
      ['Edda Editor', 'OWNER'],
      ['Bo Builder', 'EDITOR'],
    ])
    const now = await app.call(getTask, { params: { id: task.body.result._id } }, bo)
    expect(now.body.result).toMatchObject({ title, assignee: null })
    expect((await app.call(getReview, { params: { id: review } }, edda)).body.result.review.owner.name).toBe(
      'Edda Editor',
    )
    expect((await app.call(getComment, { params: { id: said.body.result._id } }, edda)).status).toBe(200)
    expect((await app.call(contract.getUsage, {}, edda)).body.result.storage.usedBytes).toBeGreaterThan(
      before,
    )

    expect(await noticesOf(edda)).toEqual([
      ['WORK_HANDED_OVER', 'Olga Owner deleted their account: “Studio Nord” is now yours', 'WORKSPACE'],
      ['WORK_HANDED_OVER', 'Olga Owner deleted their account: “Poster” is now yours', 'REVIEW'],
      ['TASKS_UNASSIGNED', 'Olga Owner left: 1 task is now unassigned', 'WORKSPACE'],
    ])
    expect(await noticesOf(bo)).toEqual([
      [
        'WORK_HANDED_OVER',
        'Olga Owner deleted their account: “Studio Nord” now belongs to Edda Editor',
        'WORKSPACE',
      ],
    ])
    expect(await mailTo(bo, 'Olga Owner deleted their Wingmark account')).toContain(
      'The workspace “Studio Nord” now belongs to Edda Editor.',
    )
  })

  test('is deleted for everyone if its owner chooses so, and all members are notified', async () => {
    const { olga, edda, bo, workspace, review } = await newTeam()
    const choices = [
      { workspace, delete: true as const },
      { review, delete: true as const },
    ]
    expect((await leave(olga, choices)).status).toBe(200)
    expect([await open(edda, workspace), await open(bo, workspace)]).toEqual([404, 404])
    expect((await app.call(getReview, { params: { id: review } }, edda)).status).toBe(404)
    expect(await noticesOf(edda)).toEqual([
      ['WORK_DELETED', 'Olga Owner deleted their account, and “Studio Nord” with it', 'PERSON'],
      ['WORK_DELETED', 'Olga Owner deleted their account, and “Poster” with it', 'PERSON'],
    ])
    const notified = await mailTo(edda, 'Olga Owner deleted their Wingmark account')
    expect(notified).toContain('The workspace “Studio Nord” was deleted too, for everyone.')
    expect(notified).toContain('The review “Poster” was deleted too, for everyone.')
  })

  test('includes only existing work with other members: the rest is deleted without a question', async () => {
    const [olga, bo] = [await newUser(app, 'Olga Owner'), await newUser(app)]
    const id = await newWorkspace(olga, 'Old', [bo])
    await app.call(deleteWorkspace, { params: { id } }, olga)
    const other = await newWorkspace(bo, 'Of Bo', [olga])
    expect((await app.call(listSharedWork, {}, olga)).body.results).toEqual([])
    expect((await leave(olga)).status).toBe(200)
    expect(await open(bo, other)).toBe(200)
  })
})

describe('a member who leaves', () => {
  async function withTasks() {
    const { olga, edda, workspace } = await newTeam()
    const made: string[] = []
    for (const title of ['One', 'Two', 'Three']) {
      const body = { workspace, title, assignee: edda.user._id }
      made.push((await app.call(createTask, { body }, olga)).body.result._id)
    }
    const [, , done = ''] = made
    await app.call(changeTaskStatus, { params: { id: done }, body: { status: 'DONE' } }, olga)
    const assignees = async () =>
      Promise.all(
        made.map(async (id) => (await app.call(getTask, { params: { id } }, olga)).body.result.assignee),
      )
    return { olga, edda, workspace, assignees }
  }
  const unassigned = async (person: Person) =>
    (await noticesOf(person)).filter(([action]) => action === 'TASKS_UNASSIGNED')
  const expected = [['TASKS_UNASSIGNED', 'Edda Editor left: 2 tasks are now unassigned', 'WORKSPACE']]

  test('by deleting their account is listed as having left, with one notification about their open tasks', async () => {
    const { olga, edda, workspace, assignees } = await withTasks()
    const stream = await listen(app.url, liveWorkspacePath(workspace), olga)
    await stream.next('presence')
    await leave(edda)
    await stream.next('task.updated')
    await stream.next('member.changed')
    stream.close()
    expect(await assignees()).toEqual([null, null, null])
    const [newest] = await timelineOf(olga, workspace)
    expect(newest).toMatchObject({
      kind: 'MEMBER_LEFT',
      actor: { _id: null, name: 'Edda Editor' },
      after: 'ACCOUNT_DELETED',
    })
    expect(await unassigned(olga)).toEqual(expected)
    expect(await mailTo(olga, 'Edda Editor left Studio Nord')).toContain('2 tasks are now unassigned')
  })

  test('on their own is listed, too', async () => {
    const { olga, edda, workspace, assignees } = await withTasks()
    const params = { id: workspace, memberId: edda.user._id }
    await app.call(removeWorkspaceMember, { params }, edda)
    expect(await assignees()).toEqual([null, null, null])
    expect(await unassigned(olga)).toEqual(expected)
  })

  test('because the owner removed them causes no notification: the owner knows', async () => {
    const { olga, edda, workspace } = await withTasks()
    await app.call(removeWorkspaceMember, { params: { id: workspace, memberId: edda.user._id } }, olga)
    expect(await unassigned(olga)).toEqual([])
  })
})
