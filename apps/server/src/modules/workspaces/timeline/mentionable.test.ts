import { blockPerson, unblockPerson } from '@wingmark/contract/connections'
import { listNotifications } from '@wingmark/contract/notifications'
import { editTimelineMessage, listWorkspaceMentionable, writeOnWorkspace } from '@wingmark/contract/timelines'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
let viewer: Person
let workspace: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Emil Editor')
  viewer = await newUser(app, 'Vera Viewer')
  workspace = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result._id
  for (const [{ user }, role] of [
    [editor, 'EDITOR'],
    [viewer, 'VIEWER'],
  ] as const)
    await app.deps.db.orm.insert(members).values({ workspaceId: workspace, userId: user._id, role })
})

const offered = (caller: Caller, word = '') =>
  app.call(listWorkspaceMentionable, { params: { id: workspace }, query: { word } }, caller)
const names = async (caller: Caller, word?: string) =>
  (await offered(caller, word)).body.results.map(({ name }) => name)
const write = (caller: Caller, whom: Person) =>
  app.call(
    writeOnWorkspace,
    { body: { workspace, message: 'Look, @you', mentions: [whom.user._id] } },
    caller,
  )

test('offers all other members, found by any part of the name', async () => {
  expect(await names(owner)).toEqual(['Emil Editor', 'Vera Viewer'])
  expect(await names(editor, 'OWN')).toEqual(['Olga Owner'])
  expect(await names(owner, 'e')).toEqual(['Emil Editor', 'Vera Viewer'])
  for (const word of ['%', '_', '\\', 'nobody']) expect(await names(owner, word)).toEqual([])
  // Viewers cannot write here.
  expect((await offered(viewer)).status).toBe(403)
})

test('if either of two people has blocked the other, a mention is not offered, refused, and notifies nobody', async () => {
  const params = { userId: owner.user._id }
  await app.call(blockPerson, { params }, editor)
  for (const [caller, whom] of [
    [owner, editor],
    [editor, owner],
  ] as const) {
    expect(await names(caller)).toEqual(['Vera Viewer'])
    const refused = await write(caller, whom)
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['mentions']])
    const own = (await write(caller, viewer)).body.result
    const body = { message: 'Look, @both', mentions: [viewer.user._id, whom.user._id] }
    const edited = await app.call(editTimelineMessage, { params: { id: own._id }, body }, caller)
    expect(edited.status).toBe(422)
    const notified = (await app.call(listNotifications, {}, whom)).body.results
    expect(notified.filter(({ action }) => action === 'TASK_MENTIONED')).toEqual([])
  }
  await app.call(unblockPerson, { params }, editor)
  expect((await write(owner, editor)).status).toBe(201)
})
