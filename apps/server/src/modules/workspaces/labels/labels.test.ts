import {
  createLabel,
  deleteLabel,
  type Label,
  type LabelColor,
  listLabels,
  restoreLabel,
  updateLabel,
} from '@wingmark/contract/labels'
import { liveWorkspacePath } from '@wingmark/contract/live'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { search } from '@wingmark/contract/search'
import { createTask, getTask, listTasks, type Task, updateTask } from '@wingmark/contract/tasks'
import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import { createWorkspace, getWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { sweep } from '#server/modules/workspaces/service'
import { listen } from '../../../../test/listen-live.ts'
import { newUser, type Person } from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

async function newCrew() {
  const owner = await newUser(app, 'Olga Owner')
  const { _id: id } = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result
  const join = async (name: string, role: 'EDITOR' | 'COMMENTER' | 'VIEWER') => {
    const person = await newUser(app, name)
    await app.deps.db.orm.insert(members).values({ workspaceId: id, userId: person.user._id, role })
    return person
  }
  const [editor, commenter] = [await join('Edda Editor', 'EDITOR'), await join('Cora Commenter', 'COMMENTER')]
  return { owner, editor, commenter, viewer: await join('Vera Viewer', 'VIEWER'), id }
}

const add = (who: Person, id: string, name: string, color: LabelColor = 'BLUE') =>
  app.call(createLabel, { params: { id }, body: { name, color } }, who)
const newLabel = async (who: Person, id: string, name: string, color?: LabelColor): Promise<Label> =>
  (await add(who, id, name, color)).body.result
const newTask = async (
  who: Person,
  workspace: string,
  given: Partial<RouteBodyInput<typeof createTask>> = {},
) => (await app.call(createTask, { body: { workspace, title: 'Larger logo', ...given } }, who)).body.result
const patch = (who: Person, { _id: id }: { _id: string }, body: RouteBodyInput<typeof updateTask>) =>
  app.call(updateTask, { params: { id }, body }, who)
const read = async (who: Person, { _id: id }: Task) =>
  (await app.call(getTask, { params: { id } }, who)).body.result
const namesIn = async (who: Person, id: string) =>
  (await app.call(listLabels, { params: { id } }, who)).body.results.map(({ name }) => name)
const refused = (field: string, message: string) => ({
  status: 422,
  body: { code: 'INVALID_FIELDS', message, errors: { [field]: message } },
})

test('owner and editors make, rename and delete labels; everyone in the workspace reads them', async () => {
  const { owner, editor, commenter, viewer, id } = await newCrew()
  const label = await newLabel(owner, id, 'Print', 'ORANGE')
  expect(label).toMatchObject({ workspace: id, name: 'Print', color: 'ORANGE', can: { edit: true } })
  expect((await add(editor, id, 'Copy')).status).toBe(201)
  expect(await namesIn(viewer, id)).toEqual(['Copy', 'Print'])
  const params = { id: label._id }
  for (const reader of [commenter, viewer]) {
    expect((await add(reader, id, 'Sign')).status).toBe(403)
    expect((await app.call(updateLabel, { params, body: { name: 'Sign' } }, reader)).status).toBe(403)
    expect((await app.call(deleteLabel, { params }, reader)).status).toBe(403)
    expect((await app.call(restoreLabel, { params }, reader)).status).toBe(403)
  }
  const renamed = await app.call(updateLabel, { params, body: { name: 'PRINT', color: 'TEAL' } }, editor)
  expect(renamed.body.result).toMatchObject({ name: 'PRINT', color: 'TEAL' })
  const { results } = (await app.call(listWorkspaceTimeline, { params: { id } }, viewer)).body
  expect(results.map(({ kind, before, after }) => [kind, before, after]).slice(0, 3)).toEqual([
    ['LABEL_RENAMED', 'Print', 'PRINT'],
    ['LABEL_CREATED', null, 'Copy'],
    ['LABEL_CREATED', null, 'Print'],
  ])
})

test('a name is given once, and a workspace has 20 labels', async () => {
  const { owner, id } = await newCrew()
  const first = await newLabel(owner, id, 'Straße')
  const taken = refused('name', 'There’s already a label with this name.')
  expect(await add(owner, id, 'STRASSE'.replace('SS', 'ß'))).toMatchObject(taken)
  const other = await newLabel(owner, id, 'Sign')
  const rename = { params: { id: other._id }, body: { name: 'straße' } }
  expect(await app.call(updateLabel, rename, owner)).toMatchObject(taken)
  expect(await add(owner, id, ' ')).toMatchObject(refused('name', 'Label name is required'))
  for (let n = 3; n <= 20; n++) expect((await add(owner, id, `Label ${n}`)).status).toBe(201)
  const full = refused('name', 'A workspace can have at most 20 labels.')
  expect(await add(owner, id, 'One more')).toMatchObject(full)
  await app.call(deleteLabel, { params: { id: first._id } }, owner)
  expect((await add(owner, id, 'One more')).status).toBe(201)
  expect(await app.call(restoreLabel, { params: { id: first._id } }, owner)).toMatchObject(full)
})

test('who may edit a task sets its labels and priority, when creating it and afterwards', async () => {
  const { owner, editor, commenter, id } = await newCrew()
  const [print, copy] = [await newLabel(owner, id, 'Print'), await newLabel(owner, id, 'Copy')]
  expect(await newTask(owner, id)).toMatchObject({ labels: [], priority: 'NONE' })
  const assignee = commenter.user._id
  const task = await newTask(owner, id, { labels: [copy._id], priority: 'LOW', assignee })
  expect(task).toMatchObject({ labels: [copy._id], priority: 'LOW' })
  const both = [print._id, copy._id]
  expect((await patch(editor, task, { labels: both, priority: 'URGENT' })).body.result).toMatchObject({
    labels: both,
    priority: 'URGENT',
    version: task.version,
  })
  expect((await patch(commenter, task, { labels: [] })).status).toBe(403)
  expect((await patch(commenter, task, { priority: 'NONE' })).status).toBe(403)
  const { results } = (await app.call(listWorkspaceTimeline, { params: { id } }, owner)).body
  expect(results.map(({ kind, before, after }) => [kind, before, after]).slice(0, 2)).toEqual([
    ['TASK_LABELLED', 'Copy', 'Print\nCopy'],
    ['TASK_PRIORITISED', 'LOW', 'URGENT'],
  ])
})

test('a task has at most ten labels of its own workspace, each once', async () => {
  const { owner, id } = await newCrew()
  const other = (await app.call(createWorkspace, { body: { name: 'Other' } }, owner)).body.result._id
  const elsewhere = await newLabel(owner, other, 'Elsewhere')
  const label = await newLabel(owner, id, 'Print')
  const task = await newTask(owner, id)
  for (const unknown of [elsewhere._id, crypto.randomUUID()]) {
    const wrong = refused('labels', 'Choose labels of this workspace.')
    expect(await patch(owner, task, { labels: [label._id, unknown] })).toMatchObject(wrong)
    const body = { workspace: id, title: 'Larger logo', labels: [unknown] }
    expect(await app.call(createTask, { body }, owner)).toMatchObject(wrong)
  }
  expect(await patch(owner, task, { labels: [label._id, label._id] })).toMatchObject(
    refused('labels', 'A task can have each label only once.'),
  )
  const eleven = Array.from({ length: 11 }, () => crypto.randomUUID())
  expect(await patch(owner, task, { labels: eleven })).toMatchObject(
    refused('labels', 'A task can have at most 10 labels.'),
  )
  expect(await read(owner, task)).toMatchObject({ labels: [] })
})

test('a deleted label leaves its tasks, and returns to them within a day', async () => {
  const { owner, id } = await newCrew()
  const [print, copy] = [await newLabel(owner, id, 'Print'), await newLabel(owner, id, 'Copy')]
  const task = await newTask(owner, id, { labels: [print._id] })
  const params = { id: print._id }
  const restore = () => app.call(restoreLabel, { params }, owner)
  expect((await app.call(deleteLabel, { params }, owner)).status).toBe(200)
  expect((await app.call(deleteLabel, { params }, owner)).status).toBe(404)
  expect(await namesIn(owner, id)).toEqual(['Copy'])
  expect(await read(owner, task)).toMatchObject({ labels: [] })
  expect((await app.call(listTasks, { params: { id }, query: { label: print._id } }, owner)).body.total).toBe(
    0,
  )
  await patch(owner, task, { labels: [copy._id] })
  expect((await restore()).body.result.name).toBe('Print')
  expect((await read(owner, task)).labels.toSorted()).toEqual([print._id, copy._id].toSorted())

  await app.call(deleteLabel, { params }, owner)
  const again = await newLabel(owner, id, 'print')
  expect(await restore()).toMatchObject(refused('name', 'There’s already a label with this name.'))
  await app.call(deleteLabel, { params: { id: again._id } }, owner)
  const old = `update task_labels set deleted_at = now() - interval '25 hours' where id = $1`
  await app.deps.db.pool.query(old, [print._id])
  expect((await restore()).status).toBe(404)
  await sweep(app.deps)
  expect((await patch(owner, task, { labels: [print._id] })).status).toBe(422)
  const stored = await app.deps.db.pool.query('select labels from tasks where id = $1', [task._id])
  expect(stored.rows).toEqual([{ labels: [copy._id] }])
})

test('a restored label returns only to tasks with room for it', async () => {
  const { owner, id } = await newCrew()
  const print = await newLabel(owner, id, 'Print')
  const ten: string[] = []
  for (let n = 1; n <= 10; n++) ten.push((await newLabel(owner, id, `Label ${n}`))._id)
  const [full, free] = [
    await newTask(owner, id, { labels: [print._id] }),
    await newTask(owner, id, { labels: [print._id] }),
  ]
  await app.call(deleteLabel, { params: { id: print._id } }, owner)
  await patch(owner, full, { labels: ten })
  await patch(owner, free, { labels: ten.slice(1) })
  expect((await app.call(restoreLabel, { params: { id: print._id } }, owner)).status).toBe(200)
  const query = { label: print._id }
  const { results } = (await app.call(listTasks, { params: { id }, query }, owner)).body
  expect(results.map(({ _id }) => _id)).toEqual([free._id])
  expect((await read(owner, free)).labels).toEqual([...ten.slice(1), print._id])
  // It does not come back once there is room either.
  await patch(owner, full, { labels: ten.slice(1) })
  expect((await read(owner, full)).labels).toEqual(ten.slice(1))
})

test('labels deleted on a day are neither counted nor kept without end', async () => {
  const { owner, id } = await newCrew()
  const task = await newTask(owner, id)
  const deleted: string[] = []
  for (let n = 1; n <= 12; n++) {
    const label = await newLabel(owner, id, `Label ${n}`)
    await patch(owner, task, { labels: [label._id] })
    await app.call(deleteLabel, { params: { id: label._id } }, owner)
    deleted.push(label._id)
  }
  await patch(owner, task, { labels: [] })
  const stored = await app.deps.db.pool.query<{ labels: string[] }>(
    'select labels from tasks where id = $1',
    [task._id],
  )
  expect(stored.rows[0]?.labels).toEqual(deleted.toReversed().slice(0, 10))
})

test('labels and priorities filter the tasks, and a label’s name finds them', async () => {
  const { owner, editor, id } = await newCrew()
  const label = await newLabel(owner, id, 'Lettering')
  const task = await newTask(owner, id, { title: 'Opening hours', labels: [label._id], priority: 'HIGH' })
  await newTask(owner, id, { title: 'Larger logo' })
  const found = async (query: { label?: string; priority?: 'HIGH' | 'LOW'; word?: string }) =>
    (await app.call(listTasks, { params: { id }, query }, owner)).body.results.map(({ _id }) => _id)
  expect(await found({ label: label._id })).toEqual([task._id])
  expect(await found({ priority: 'HIGH' })).toEqual([task._id])
  expect(await found({ priority: 'LOW' })).toEqual([])
  expect(await found({ word: 'letter' })).toEqual([task._id])
  const everywhere = async (who: Person) =>
    (await app.call(search, { query: { tab: 'tasks', word: 'letter' } }, who)).body.results.map(
      ({ _id }) => _id,
    )
  expect(await everywhere(editor)).toEqual([task._id])
  expect(await everywhere(await newUser(app, 'Stan Stranger'))).toEqual([])
  await app.call(deleteLabel, { params: { id: label._id } }, owner)
  expect([await found({ word: 'letter' }), await everywhere(editor)]).toEqual([[], []])
})

test('everyone on a board hears at once of a label that changes', async () => {
  const { owner, viewer, id } = await newCrew()
  const { lastEventId } = (await app.call(getWorkspace, { params: { id } }, viewer)).body.result
  const listening = await listen(app.url, liveWorkspacePath(id), viewer, String(lastEventId))
  const label = await newLabel(owner, id, 'Print')
  const heard = async () => (await listening.next('label.changed')).data
  expect(await heard()).toMatchObject({
    _id: label._id,
    label: { name: 'Print', can: { edit: false, delete: false } },
  })
  await app.call(updateLabel, { params: { id: label._id }, body: { color: 'RED' } }, owner)
  expect(await heard()).toMatchObject({ label: { color: 'RED' } })
  await app.call(deleteLabel, { params: { id: label._id } }, owner)
  expect(await heard()).toEqual({ _id: label._id, label: null })
  listening.close()
})

test('an export has the names of labels', async () => {
  const { owner, id } = await newCrew()
  const label = await newLabel(owner, id, 'Print')
  await newTask(owner, id, { labels: [label._id], priority: 'HIGH' })
  const answer = await app.fetch('/user/api/v1/export', { caller: owner })
  const zip = readZip(Buffer.from(await answer.arrayBuffer()))
  const exported = (name: string): unknown =>
    JSON.parse(zip.get([...zip.keys()].find((one) => one.endsWith(name)) ?? '')?.toString() ?? 'null')
  expect(exported('workspaces.json')).toMatchObject([{ labels: ['Print'] }])
  expect(exported('tasks.json')).toMatchObject([{ labels: ['Print'], priority: 'HIGH' }])
})
