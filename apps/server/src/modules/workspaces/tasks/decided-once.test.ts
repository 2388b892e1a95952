import {
  askForTaskReview,
  changeTaskStatus,
  connectTask,
  createTask,
  deleteTask,
  disconnectTask,
  getTask,
  restoreTask,
  updateTask,
} from '@wingmark/contract/tasks'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { openRoom } from '../../../../test/comment-room.ts'
import { newUser } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { accessAsked } from '../../../../test/statements-of.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

/** The statements that decide who is in the workspace. */
async function asked(run: () => Promise<{ status: number }>): Promise<string[]> {
  const names = await accessAsked(app, async () => expect((await run()).status).toBeLessThan(300))
  return names.filter((name) => name.startsWith('access-workspace-'))
}

test('whatever is done with a task, whether the caller is in its workspace is decided once', async () => {
  const { owner, commenter, newComment } = await openRoom(app)
  const { _id: workspace } = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body
    .result
  const assignee = await newUser(app, 'Ida Invisible')
  await app.deps.db.orm
    .insert(members)
    .values({ workspaceId: workspace, userId: assignee.user._id, role: 'COMMENTER' })
  const { _id: comment } = await newComment(commenter, { message: 'Logo too small' })
  const body = { workspace, comment, assignee: assignee.user._id }
  let task = ''
  expect(
    await asked(async () => {
      const made = await app.call(createTask, { body }, owner)
      task = made.body.result._id
      return made
    }),
  ).toEqual(['access-workspace-own'])

  const params = { id: task }
  const verbs = {
    update: () => app.call(updateTask, { params, body: { title: 'Larger logo' } }, owner),
    move: () => app.call(changeTaskStatus, { params, body: { status: 'IN_REVIEW' } }, owner),
    disconnect: () => app.call(disconnectTask, { params, body: {} }, owner),
    connect: () => app.call(connectTask, { params }, owner),
    ask: () => app.call(askForTaskReview, { params }, assignee),
    delete: () => app.call(deleteTask, { params }, owner),
    restore: () => app.call(restoreTask, { params }, owner),
  }
  for (const [verb, run] of Object.entries(verbs))
    expect(await asked(run), verb).toEqual(['access-workspace-task'])
  expect(await asked(() => app.call(getTask, { params }, owner))).toEqual(['access-workspace-task-there'])
})
