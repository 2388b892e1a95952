import type { RouteBodyInput } from '@wingmark/contract/route'
import { changeTaskStatus, createTask, getTask, listTasks, updateTask } from '@wingmark/contract/tasks'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

async function newWorkspace(owner: Person, name = 'Studio Nord') {
  return (await app.call(createWorkspace, { body: { name } }, owner)).body.result
}

async function newTask(
  owner: Person,
  workspace: string,
  given: Partial<RouteBodyInput<typeof createTask>> = {},
) {
  const body = { workspace, title: 'Larger logo', ...given }
  return (await app.call(createTask, { body }, owner)).body.result
}

async function newCrew() {
  const owner = await newUser(app, 'Olga Owner')
  const { _id: id } = await newWorkspace(owner)
  const join = async (name: string, role: 'EDITOR' | 'COMMENTER') => {
    const person = await newUser(app, name)
    await app.deps.db.orm.insert(members).values({ workspaceId: id, userId: person.user._id, role })
    return person
  }
  const editor = await join('Edda Editor', 'EDITOR')
  return { owner, editor, commenter: await join('Cora Commenter', 'COMMENTER'), id }
}

test('a task keeps the id from its device: once, and only for its creator', async () => {
  const { owner, editor, id } = await newCrew()
  const _id = crypto.randomUUID()
  const make = (who: Person, workspace = id) =>
    app.call(createTask, { body: { workspace, _id, title: 'Made offline' } }, who)
  const both = await Promise.all([make(owner), make(owner)])
  for (const answer of both)
    expect(answer).toMatchObject({ status: 201, body: { result: { _id, number: 1 } } })
  expect((await make(editor)).status).toBe(409)
  const another = await newWorkspace(owner, 'Another')
  expect((await make(owner, another._id)).status).toBe(409)
  expect((await app.call(listTasks, { params: { id } }, owner)).body.total).toBe(1)
  const body = { workspace: id, _id: '1', title: 'Wrong id' }
  expect(await app.call(createTask, { body }, owner)).toMatchObject({
    status: 422,
    body: { message: 'Invalid id' },
  })
})

test('a move from a known column is refused if someone has moved the task since', async () => {
  const { owner, editor, id } = await newCrew()
  const { _id: task } = await newTask(owner, id)
  const move = (who: Person, body: RouteBodyInput<typeof changeTaskStatus>) =>
    app.call(changeTaskStatus, { params: { id: task }, body }, who)
  expect((await move(editor, { status: 'CANCELLED', from: 'TODO' })).status).toBe(200)
  for (const status of ['DONE', 'TODO'] as const)
    expect(await move(owner, { status, from: 'TODO' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  // The repetition finds it already done.
  expect((await move(editor, { status: 'CANCELLED', from: 'TODO' })).status).toBe(200)
  expect((await move(owner, { status: 'DONE', from: 'CANCELLED' })).body.result.status).toBe('DONE')
  expect((await move(owner, { status: 'TODO' })).body.result.status).toBe('TODO')
})

test('subtasks keep their order, and lose it on leaving', async () => {
  const { owner, commenter, id } = await newCrew()
  const parent = await newTask(owner, id, { title: 'Parent' })
  const parts: { _id: string }[] = []
  for (const title of ['Aa', 'Bb', 'Cc']) parts.push(await newTask(owner, id, { title, parent: parent._id }))
  const [a = parent, b = parent, c = parent] = parts
  // Like older subtasks, which had no order yet.
  await app.deps.db.pool.query('update tasks set sub_rank = null where parent_id = $1', [parent._id])
  const titles = async () =>
    (await app.call(getTask, { params: { id: parent._id } }, owner)).body.result.subtasks.map(
      ({ title }) => title,
    )
  const place = (one: { _id: string }, body: RouteBodyInput<typeof updateTask>, who = owner) =>
    app.call(updateTask, { params: { id: one._id }, body }, who)
  await place(c, { after: null })
  expect(await titles()).toEqual(['Cc', 'Aa', 'Bb'])
  await place(c, { after: a._id })
  expect(await titles()).toEqual(['Aa', 'Cc', 'Bb'])
  await app.call(changeTaskStatus, { params: { id: a._id }, body: { status: 'DONE' } }, owner)
  expect(await titles()).toEqual(['Aa', 'Cc', 'Bb'])
  await place(a, { after: crypto.randomUUID() })
  expect(await titles()).toEqual(['Cc', 'Bb', 'Aa'])
  expect((await place(b, { after: null }, commenter)).status).toBe(403)
  expect((await place(b, { parent: null })).body.result.parent).toBeNull()
  expect(await titles()).toEqual(['Cc', 'Aa'])
  await place(b, { parent: parent._id, after: c._id })
  expect(await titles()).toEqual(['Cc', 'Bb', 'Aa'])
})
