import { createPrivateNote } from '@wingmark/contract/private-notes'
import { createTask } from '@wingmark/contract/tasks'
import { listWorkspaceTimeline, writeOnWorkspace } from '@wingmark/contract/timelines'
import { deleteAccount } from '@wingmark/contract/users'
import { removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import { createWorkspace, deleteWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { newUser, type Person, password } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

async function newTeam() {
  const [owner, editor] = [await newUser(app, 'Olga Owner'), await newUser(app, 'Edda Editor')]
  const { _id } = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result
  await app.deps.db.orm.insert(members).values({ workspaceId: _id, userId: editor.user._id, role: 'EDITOR' })
  return { owner, editor, id: _id }
}

const say = (person: Person, workspace: string, message: string) =>
  app.call(writeOnWorkspace, { body: { workspace, message } }, person)

test('a deleted account’s work and messages stay without its name', async () => {
  const { owner, editor, id } = await newTeam()
  await say(editor, id, 'The blue is too dark.')
  await app.call(removeWorkspaceMember, { params: { id, memberId: editor.user._id } }, owner)
  await app.call(deleteAccount, { body: { password } }, editor)
  const { results } = (await app.call(listWorkspaceTimeline, { params: { id } }, owner)).body
  expect(JSON.stringify(results)).not.toContain('Edda')
  expect(results.map(({ kind, actor, message }) => [kind, actor.name, message])).toEqual([
    ['MEMBER_LEFT', 'Olga Owner', 'Deleted account'],
    ['MESSAGE', 'Deleted account', 'The blue is too dark.'],
    ['WORKSPACE_CREATED', 'Olga Owner', ''],
  ])
})

async function exported(person: Person, name: string) {
  const response = await app.fetch('/user/api/v1/export', { caller: person })
  const zip = readZip(Buffer.from(await response.arrayBuffer()))
  return JSON.parse(zip.get([...zip.keys()].find((one) => one.endsWith(name)) ?? '')?.toString() ?? 'null')
}

test('an export has the account’s workspaces, tasks and messages', async () => {
  const { owner, editor, id } = await newTeam()
  await app.call(createTask, { body: { workspace: id, title: 'Larger logo' } }, editor)
  await say(editor, id, 'The blue is too dark.')
  await say(owner, id, 'Then a paler one.')
  expect(await exported(owner, 'workspaces.json')).toMatchObject([
    { name: 'Studio Nord', members: [{ name: 'Edda Editor', role: 'EDITOR' }] },
  ])
  expect(await exported(editor, 'workspaces.json')).toEqual([])
  expect(await exported(editor, 'tasks.json')).toMatchObject([{ title: 'Larger logo' }])
  expect(await exported(editor, 'workspace-messages.json')).toMatchObject([
    { workspace: 'Studio Nord', message: 'The blue is too dark.' },
  ])
})

test('an export has the account’s own tasks that it may see now, and notes from everywhere', async () => {
  const { owner, editor, id } = await newTeam()
  const make = (title: string, assignee: Person | null = null) => {
    const body = { workspace: id, title, assignee: assignee?.user._id ?? null }
    return app.call(createTask, { body }, assignee ? owner : editor)
  }
  await make('Larger logo')
  await make('Second typeface', editor)
  await app.call(createTask, { body: { workspace: id, title: 'Order proofs' } }, owner)
  await app.call(createPrivateNote, { body: { workspace: id, note: 'Ask Bo' } }, editor)
  const titles = async (person: Person) =>
    (await exported(person, 'tasks.json')).map(({ title }: { title: string }) => title)
  expect(await titles(editor)).toEqual(['Larger logo', 'Second typeface'])
  await app.call(removeWorkspaceMember, { params: { id, memberId: editor.user._id } }, owner)
  expect(await titles(editor)).toEqual([])
  expect(await exported(editor, 'private-notes.json')).toMatchObject([
    { workspace: 'Studio Nord', note: 'Ask Bo' },
  ])
  expect(await titles(owner)).toEqual(['Larger logo', 'Second typeface', 'Order proofs'])
  await app.call(deleteWorkspace, { params: { id } }, owner)
  expect(await titles(owner)).toEqual([])
})
