import { liveWorkspacePath } from '@wingmark/contract/live'
import { listNotifications, readNotifications } from '@wingmark/contract/notifications'
import { changeTaskStatus, createTask, deleteTask, restoreTask, updateTask } from '@wingmark/contract/tasks'
import { deleteTimelineMessage, editTimelineMessage, writeOnTask } from '@wingmark/contract/timelines'
import { changeWorkspaceRole, removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import { createWorkspace, deleteWorkspace, editWorkspace, getWorkspace } from '@wingmark/contract/workspaces'
import { beforeEach, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { listen, soonMs } from '../../../../test/listen-live.ts'
import { newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
let viewer: Person
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Edda Editor')
  viewer = await newUser(app, 'Vera Viewer')
  id = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result._id
  const rows = [
    { workspaceId: id, userId: editor.user._id, role: 'EDITOR' as const },
    { workspaceId: id, userId: viewer.user._id, role: 'VIEWER' as const },
  ]
  await app.deps.db.orm.insert(members).values(rows)
})

const hear = (caller: Caller, lastEventId?: string) =>
  listen(app.url, liveWorkspacePath(id), caller, lastEventId)
const newTask = async (given: { title?: string; assignee?: string; parent?: string } = {}) =>
  (await app.call(createTask, { body: { workspace: id, title: 'Larger logo', ...given } }, owner)).body.result

test('everyone gets every event of tasks and timelines, as far as they may see it', async () => {
  const { lastEventId } = (await app.call(getWorkspace, { params: { id } }, viewer)).body.result
  const listening = await hear(viewer, String(lastEventId))
  const own = await hear(owner, String(lastEventId))
  const task = await newTask()
  const made = await listening.next('task.created')
  expect(made.data).toMatchObject({ _id: task._id, title: 'Larger logo', can: { edit: false, move: false } })
  expect((await own.next('task.created')).data).toMatchObject({ can: { edit: true, move: true } })
  expect((await listening.next('timeline.created')).data).toMatchObject({ kind: 'TASK_CREATED' })

  const params = { id: task._id }
  await app.call(changeTaskStatus, { params, body: { status: 'DONE' } }, editor)
  expect((await listening.next('task.moved')).data).toMatchObject({ status: 'DONE' })
  const child = await newTask({ title: 'Ask for the vector file', parent: task._id })
  expect((await listening.next('task.updated')).data).toMatchObject({ _id: task._id, subtaskCount: 1 })
  await app.call(updateTask, { params, body: { title: 'Twice as large' } }, editor)
  expect((await listening.next('task.updated')).data).toMatchObject({ title: 'Twice as large' })
  await app.call(deleteTask, { params }, editor)
  expect((await listening.next('task.deleted')).data).toEqual({ _id: task._id })
  await app.call(restoreTask, { params }, editor)
  const back = [await listening.next('task.restored'), await listening.next('task.restored')]
  expect(back.map(({ data }) => String(Object(data)._id)).toSorted()).toEqual(
    [task._id, child._id].toSorted(),
  )

  const body = { task: task._id, message: 'Is it there?' }
  const said = (await app.call(writeOnTask, { body }, editor)).body.result
  const item = { params: { id: said._id } }
  await app.call(editTimelineMessage, { ...item, body: { message: 'Is it there now?' } }, editor)
  await app.call(deleteTimelineMessage, item, editor)
  expect((await listening.next('timeline.deleted')).data).toEqual({ _id: said._id, task: task._id })
  // Counts go to every listener, so they include nothing that only the owner sees.
  await app.call(updateTask, { params: { id: child._id }, body: { assignee: owner.user._id } }, owner)
  await app.call(editWorkspace, { params: { id }, body: { name: 'Studio Süd' } }, owner)
  expect((await listening.next('workspace.updated')).data).toMatchObject({
    name: 'Studio Süd',
    role: 'VIEWER',
    can: { edit: false },
    counts: { TODO: 0, IN_PROGRESS: 0, IN_REVIEW: 0, DONE: 1, CANCELLED: 0 },
  })
  const last = listening.lastId()
  listening.close()
  own.close()
  await app.call(updateTask, { params, body: { title: 'While away' } }, editor)
  const again = await hear(viewer, last ?? '')
  expect((await again.next('task.updated')).data).toMatchObject({ title: 'While away' })
  expect((await again.next('presence')).data).toMatchObject({ viewers: 1, names: ['Vera Viewer'] })
  again.close()
})

test('nobody hears more once removed, demoted, or after the workspace is deleted', async () => {
  const [ofEditor, ofViewer, ofOwner] = [await hear(editor), await hear(viewer), await hear(owner)]
  for (const one of [ofEditor, ofViewer, ofOwner]) await one.next('presence')
  const role = { params: { id, memberId: editor.user._id }, body: { role: 'COMMENTER' as const } }
  await app.call(changeWorkspaceRole, role, owner)
  await ofEditor.ended(soonMs)
  await app.call(removeWorkspaceMember, { params: { id, memberId: viewer.user._id } }, owner)
  await ofViewer.ended(soonMs)
  await ofOwner.next('member.changed')
  expect((await ofOwner.next('member.changed')).data).toMatchObject({ memberCount: 2 })
  expect((await hear(viewer)).status).toBe(404)
  expect((await hear({})).status).toBe(401)
  await app.call(deleteWorkspace, { params: { id } }, owner)
  await ofOwner.next('deleted')
  await ofOwner.ended(soonMs)
  for (const { heard } of [ofEditor, ofViewer])
    expect(heard.map(({ event }) => event)).not.toContain('deleted')
})

test('assigned, done and discussed tasks notify the people concerned, never the actor', async () => {
  const notified = async (person: Person) =>
    (await app.call(listNotifications, {}, person)).body.results.map(({ action, title, subject, task }) => [
      action,
      title,
      subject._id === id,
      task,
    ])
  const task = await newTask({ assignee: editor.user._id })
  const params = { id: task._id }
  expect(await notified(editor)).toEqual([
    ['TASK_ASSIGNED', 'You were assigned “Larger logo”', true, task._id],
  ])
  await app.call(updateTask, { params, body: { assignee: editor.user._id } }, owner)
  await app.call(changeTaskStatus, { params, body: { status: 'DONE' } }, editor)
  expect(await notified(owner)).toEqual([['TASK_DONE', '“Larger logo” is done', true, task._id]])
  const words = { task: task._id, message: '@Vera look', mentions: [viewer.user._id, editor.user._id] }
  const said = (await app.call(writeOnTask, { body: words }, editor)).body.result
  const { task: _task, ...edited } = words
  await app.call(editTimelineMessage, { params: { id: said._id }, body: edited }, editor)
  expect(await notified(viewer)).toEqual([
    ['TASK_MENTIONED', 'You were mentioned on “Larger logo”', true, task._id],
  ])
  expect(await notified(editor)).toHaveLength(1)
  // Opening a task marks only that task's notifications of the workspace as read.
  await newTask({ assignee: editor.user._id })
  const { body } = await app.call(readNotifications, { body: { task: task._id } }, editor)
  expect(body.result).toMatchObject({ changed: 1, unread: 1 })
  await newTask({ assignee: owner.user._id })
  expect(await notified(owner)).toHaveLength(1)
})
