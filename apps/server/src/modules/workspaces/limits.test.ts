import {
  messageMax,
  noteMax,
  notesMax,
  subtasksMax,
  taskDescriptionMax,
  taskTitleMax,
  workspacesMax,
} from '@wingmark/contract/limits'
import { createPrivateNote, deletePrivateNote, restorePrivateNote } from '@wingmark/contract/private-notes'
import {
  connectTask,
  createTask,
  deleteTask,
  disconnectTask,
  getTask,
  listTasks,
  restoreTask,
  updateTask,
} from '@wingmark/contract/tasks'
import {
  deleteTimelineMessage,
  editTimelineMessage,
  listTaskTimeline,
  listWorkspaceTimeline,
  writeOnWorkspace,
} from '@wingmark/contract/timelines'
import { removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import { createWorkspace, getWorkspace, linkReview } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { newReview, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const begin = async (owner: Person) =>
  (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result._id
const join = async (workspaceId: string, role: 'EDITOR' | 'COMMENTER' | 'VIEWER') => {
  const person = await newUser(app)
  await app.deps.db.orm.insert(members).values({ workspaceId, userId: person.user._id, role })
  return person
}
const newTask = async (owner: Person, workspace: string, given: object = {}) =>
  (await app.call(createTask, { body: { workspace, title: 'Larger logo', ...given } }, owner)).body.result

test('texts may have the maximum length, but no more', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const write = (given: object) =>
    app.call(createTask, { body: { workspace, title: 'Larger logo', ...given } }, owner)
  const say = (message: string) => app.call(writeOnWorkspace, { body: { workspace, message } }, owner)
  const keep = (note: string) => app.call(createPrivateNote, { body: { workspace, note } }, owner)
  const tries: [(many: number) => Promise<{ status: number; body: object }>, number, string][] = [
    [(n) => write({ title: 'é'.repeat(n) }), taskTitleMax, 'A task title can have at most 200 characters.'],
    [
      (n) => write({ description: 'é'.repeat(n) }),
      taskDescriptionMax,
      'A description can have at most 10,000 characters.',
    ],
    [(n) => say('é'.repeat(n)), messageMax, 'A message can have at most 10,000 characters.'],
    [(n) => keep('é'.repeat(n)), noteMax, 'A note can have at most 50,000 characters.'],
  ]
  for (const [attempt, most, message] of tries) {
    expect((await attempt(most)).status).toBe(201)
    expect(await attempt(most + 1)).toMatchObject({ status: 422, body: { message } })
  }
})

test('a task has at most 200 subtasks, also by moving one below it', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const parent = await newTask(owner, workspace)
  const other = await newTask(owner, workspace)
  await app.deps.db.pool.query(
    `insert into tasks (id, workspace_id, number, title, rank, parent_id)
     select gen_random_uuid(), $1, 100 + n, 'Part', 'a0', $2 from generate_series(1, $3::int) n`,
    [workspace, parent._id, subtasksMax - 1],
  )
  await newTask(owner, workspace, { parent: parent._id })
  const message = 'A task can have at most 200 subtasks.'
  const below = { parent: parent._id }
  const body = { workspace, title: 'One too many', ...below }
  expect(await app.call(createTask, { body }, owner)).toMatchObject({ status: 422, body: { message } })
  const move = { params: { id: other._id }, body: below }
  expect(await app.call(updateTask, move, owner)).toMatchObject({ status: 422, body: { message } })
})

test('a user has at most 100 notes in a workspace, also by restoring; others have their own', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const viewer = await join(workspace, 'VIEWER')
  const keep = (person: Person) =>
    app.call(createPrivateNote, { body: { workspace, note: 'Ask Bo' } }, person)
  const { _id } = (await keep(owner)).body.result
  await app.deps.db.pool.query(
    `insert into private_notes (id, workspace_id, user_id, note)
     select gen_random_uuid(), $1, $2, 'Many' from generate_series(1, $3::int) n`,
    [workspace, owner.user._id, notesMax - 1],
  )
  const message = 'You can keep at most 100 notes in one workspace.'
  expect(await keep(owner)).toMatchObject({ status: 422, body: { message } })
  expect((await keep(viewer)).status).toBe(201)
  await app.call(deletePrivateNote, { params: { id: _id } }, owner)
  expect((await keep(owner)).status).toBe(201)
  const back = await app.call(restorePrivateNote, { params: { id: _id } }, owner)
  expect(back).toMatchObject({ status: 422, body: { message } })
})

test('a user has at most 200 workspaces', async () => {
  const owner = await newUser(app)
  await app.deps.db.pool.query(
    `insert into workspaces (id, owner_id, name)
     select gen_random_uuid(), $1, 'Many' from generate_series(1, $2::int) n`,
    [owner.user._id, workspacesMax - 1],
  )
  await begin(owner)
  const more = await app.call(createWorkspace, { body: { name: 'One too many' } }, owner)
  expect(more).toMatchObject({
    status: 422,
    body: { message: 'You can have at most 200 workspaces.' },
  })
})

test('commenters and viewers restore no task, connect none and link no review', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const task = await newTask(owner, workspace)
  const params = { id: task._id }
  for (const role of ['COMMENTER', 'VIEWER'] as const) {
    const person = await join(workspace, role)
    const { review } = await newReview(app, person)
    const link = { params: { id: workspace }, body: { review: review._id } }
    expect((await app.call(connectTask, { params }, person)).status).toBe(403)
    expect((await app.call(disconnectTask, { params, body: {} }, person)).status).toBe(403)
    expect((await app.call(linkReview, link, person)).status).toBe(403)
    await app.call(deleteTask, { params }, owner)
    expect((await app.call(restoreTask, { params }, person)).status).toBe(403)
    expect((await app.call(restoreTask, { params }, owner)).status).toBe(200)
  }
})

test('someone who became a viewer cannot change or delete their messages', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const person = await join(workspace, 'COMMENTER')
  const said = await app.call(writeOnWorkspace, { body: { workspace, message: 'Hello.' } }, person)
  const params = { id: said.body.result._id }
  const lower = `update members set role = 'VIEWER' where workspace_id = $1 and user_id = $2`
  await app.deps.db.pool.query(lower, [workspace, person.user._id])
  const edit = await app.call(editTimelineMessage, { params, body: { message: 'Other words.' } }, person)
  expect(edit.status).toBe(403)
  expect((await app.call(deleteTimelineMessage, { params }, person)).status).toBe(403)
  const { results } = (await app.call(listWorkspaceTimeline, { params: { id: workspace } }, person)).body
  expect(results[0]).toMatchObject({ message: 'Hello.', can: { edit: false, delete: false } })
})

test('someone who left a workspace finds nothing of it', async () => {
  const owner = await newUser(app)
  const workspace = await begin(owner)
  const person = await join(workspace, 'EDITOR')
  const task = await newTask(person, workspace)
  const said = await app.call(writeOnWorkspace, { body: { workspace, message: 'Hello.' } }, person)
  await app.call(removeWorkspaceMember, { params: { id: workspace, memberId: person.user._id } }, owner)
  const [here, it, words] = [workspace, task._id, said.body.result._id].map((id) => ({ params: { id } }))
  if (!here || !it || !words) throw new Error('all three are there')
  const answers = [
    await app.call(getWorkspace, here, person),
    await app.call(listTasks, here, person),
    await app.call(getTask, it, person),
    await app.call(updateTask, { ...it, body: { title: 'Mine still' } }, person),
    await app.call(deleteTask, it, person),
    await app.call(listWorkspaceTimeline, here, person),
    await app.call(listTaskTimeline, it, person),
    await app.call(editTimelineMessage, { ...words, body: { message: 'Mine still' } }, person),
    await app.call(createTask, { body: { workspace, title: 'Another' } }, person),
    await app.call(createPrivateNote, { body: { workspace, note: 'Another' } }, person),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  const own = await app.call(listTasks, { params: { id: person.user._id } }, person)
  expect(own.body.results).toEqual([])
})
