import { changeCommentStatus, deleteComment, editComment, getComment } from '@wingmark/contract/comments'
import { liveWorkspacePath } from '@wingmark/contract/live'
import { listNotifications } from '@wingmark/contract/notifications'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { search } from '@wingmark/contract/search'
import {
  changeTaskStatus,
  connectTask,
  createTask,
  deleteTask,
  disconnectTask,
  getTask,
  listTaskLinks,
  listTasks,
  restoreTask,
  type TaskComment,
  type TaskSource,
} from '@wingmark/contract/tasks'
import { listTaskTimeline, listWorkspaceTimeline } from '@wingmark/contract/timelines'
import { createWorkspace, editWorkspace, getWorkspace } from '@wingmark/contract/workspaces'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { findCrop } from '#server/modules/files/crops/store'
import { checkLinks } from '#server/modules/workspaces/links/service'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { listen } from '../../../../test/listen-live.ts'
import { addMember, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let room: Room
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  room = await openRoom(app)
})

async function newWorkspace(owner: Person = room.owner) {
  return (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result._id
}

const join = (workspaceId: string, person: Person, role: 'EDITOR' | 'VIEWER') =>
  app.deps.db.orm.insert(members).values({ workspaceId, userId: person.user._id, role })

const make = (caller: Caller, body: RouteBodyInput<typeof createTask>) =>
  app.call(createTask, { body }, caller)

/** A commenter's comment, and the owner's task made from it. */
async function newPair(owner: Person = room.owner) {
  const workspace = await newWorkspace(owner)
  const comment = (await room.newComment(room.commenter, { message: '\nLogo too small\nand too pale' }))._id
  const answer = await make(owner, { workspace, comment })
  expect(answer.status, answer.body.message).toBe(201)
  return { workspace, comment, task: answer.body.result }
}

const move = (task: string, status: 'TODO' | 'IN_REVIEW' | 'DONE' | 'CANCELLED', by: Caller = room.owner) =>
  app.call(changeTaskStatus, { params: { id: task }, body: { status } }, by)
const resolve = (comment: string, status: 'OPEN' | 'RESOLVED' = 'RESOLVED', by: Caller = room.owner) =>
  app.call(changeCommentStatus, { params: { id: comment }, body: { status } }, by)
const readTask = async (id: string, by: Caller = room.owner) =>
  (await app.call(getTask, { params: { id } }, by)).body.result
const readComment = async (id: string) =>
  (await app.call(getComment, { params: { id } }, room.owner)).body.result
const statuses = async ({ comment, task }: { comment: string; task: { _id: string } }) => [
  (await readTask(task._id)).status,
  (await readComment(comment)).status,
]
const kinds = async (id: string) => {
  const { results } = (await app.call(listTaskTimeline, { params: { id } }, room.owner)).body
  return results.map(({ kind, actor }) => `${kind} ${actor.name}`)
}
function seen(source: TaskSource): TaskComment {
  if (!source || 'hidden' in source) throw new Error('the source is not shown')
  return source
}

describe('a comment becomes a task', () => {
  test('with its first line as the title, its place, and a crop', async () => {
    const { task, comment } = await newPair()
    const source = seen(task.source)
    expect(task).toMatchObject({ title: 'Logo too small', number: 1, status: 'TODO' })
    expect(source).toMatchObject({
      comment,
      page: 1,
      place: { x: 0.25, y: 0.5 },
      status: 'OPEN',
      connected: true,
    })
    await waitUntilIdle(app)
    const { cropUrl } = seen((await readTask(task._id)).source)
    const picture = await app.fetch(new URL(cropUrl ?? '').pathname + new URL(cropUrl ?? '').search)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([width, height]).toEqual([480, 300])
    const moved = { marker: { page: 1, x: 0.75, y: 0.5 } }
    await app.call(editComment, { params: { id: comment }, body: moved }, room.commenter)
    const other = seen((await readTask(task._id)).source)
    expect(other.cropUrl).not.toBe(cropUrl)
    const address = new URL(other.cropUrl ?? '')
    expect((await app.fetch(address.pathname + address.search)).status).toBe(200)
    const unsigned = await app.fetch(address.pathname)
    expect(unsigned.status).toBe(404)
    await app.call(deleteComment, { params: { id: comment } }, room.commenter)
    expect((await app.fetch(address.pathname + address.search)).status).toBe(404)
    expect(await readTask(task._id)).toMatchObject({ title: 'Logo too small', source: null })
  })

  test('that is done if the comment is resolved, which stays so', async () => {
    const workspace = await newWorkspace()
    const { _id: comment } = await room.newComment(room.owner)
    await resolve(comment)
    const task = (await make(room.owner, { workspace, comment })).body.result
    expect(await statuses({ comment, task })).toEqual(['DONE', 'RESOLVED'])
    await app.call(deleteTask, { params: { id: task._id } }, room.owner)
    expect((await readComment(comment)).status).toBe('RESOLVED')
  })

  test('by anyone who may resolve it and edit the workspace', async () => {
    const workspace = await newWorkspace()
    for (const person of [room.editor, room.commenter, room.viewer, room.stranger])
      await join(workspace, person, 'EDITOR')
    const statusFor = async (person: Caller, own = false) => {
      const { _id } = await room.newComment(own ? person : room.owner)
      return (await make(person, { workspace, comment: _id })).status
    }
    expect([
      await statusFor(room.owner),
      await statusFor(room.editor),
      await statusFor(room.commenter),
      await statusFor(room.commenter, true),
      await statusFor(room.viewer),
      await statusFor(room.stranger),
      await statusFor({ ...room.stranger, share: room.published.share }),
    ]).toEqual([201, 201, 403, 201, 403, 404, 403])
    const elsewhere = await newWorkspace(room.editor)
    const { _id } = await room.newComment(room.owner)
    expect((await make(room.owner, { workspace: elsewhere, comment: _id })).status).toBe(404)
    const neither = await make(room.owner, { workspace })
    expect([neither.status, neither.body.message]).toEqual([422, 'Task title is required'])
    expect((await make(room.owner, { workspace, comment: crypto.randomUUID() })).status).toBe(404)
  })

  test('once: a second try returns the first task, if visible', async () => {
    const { comment, task, workspace } = await newPair()
    const again = await make(room.owner, { workspace, comment })
    expect([again.status, (again.body as { existing?: string }).existing]).toEqual([409, task._id])
    const other = await newWorkspace(room.editor)
    const blind = await make(room.editor, { workspace: other, comment })
    expect([blind.status, (blind.body as { existing?: string }).existing]).toEqual([409, undefined])
    const { _id: fresh } = await room.newComment(room.owner)
    const tries = await Promise.all([0, 1, 2, 3].map(() => make(room.owner, { workspace, comment: fresh })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    await app.call(deleteTask, { params: { id: task._id } }, room.owner)
    expect((await make(room.editor, { workspace: other, comment })).status).toBe(201)
    const back = await app.call(restoreTask, { params: { id: task._id } }, room.owner)
    expect(back.body.result.source).toBeNull()
  })
})

describe('resolving either resolves both', () => {
  test('and reopening returns the task to its former status', async () => {
    const pair = await newPair()
    const { task, comment } = pair
    await move(task._id, 'IN_REVIEW')
    await move(task._id, 'DONE')
    expect(await statuses(pair)).toEqual(['DONE', 'RESOLVED'])
    expect((await readComment(comment)).resolvedBy?.name).toBe('Olga Owner')
    await resolve(comment, 'OPEN')
    expect(await statuses(pair)).toEqual(['IN_REVIEW', 'OPEN'])
    await resolve(comment, 'RESOLVED', room.commenter)
    expect(await statuses(pair)).toEqual(['DONE', 'RESOLVED'])
    await move(task._id, 'TODO')
    expect(await statuses(pair)).toEqual(['TODO', 'OPEN'])
    await move(task._id, 'CANCELLED')
    expect(await statuses(pair)).toEqual(['CANCELLED', 'OPEN'])
    // The workspace does not know the commenter, so it names the person who linked them.
    expect(await kinds(task._id)).not.toContain('TASK_MOVED Cleo Commenter')
    expect(await kinds(task._id)).toContain('COMMENT_RESOLVED Olga Owner')
    await room.expectCountsToFit()
  })

  test('and says which of them was resolved through the other', async () => {
    const { task, comment } = await newPair()
    const resolvedTask = async () => (await readComment(comment)).resolvedBy?.task
    const noted = async () => {
      const { results } = (await app.call(listTaskTimeline, { params: { id: task._id } }, room.owner)).body
      return results.find(({ kind }) => kind === 'COMMENT_RESOLVED')?.after
    }
    await move(task._id, 'DONE')
    expect([await resolvedTask(), await noted()]).toEqual([task.number, 'TASK'])
    await resolve(comment, 'OPEN')
    expect(await resolvedTask()).toBeUndefined()
    await resolve(comment)
    expect([await resolvedTask(), await noted()]).toEqual([null, null])
  })

  test('by the right of the person who linked them, or not until someone connects them again', async () => {
    const workspace = await newWorkspace()
    await join(workspace, room.editor, 'EDITOR')
    const { _id: comment } = await room.newComment(room.owner)
    const task = (await make(room.editor, { workspace, comment })).body.result
    const out = 'delete from members where review_id = $1 and user_id = $2'
    await app.deps.db.pool.query(out, [room.published.review._id, room.editor.user._id])
    await move(task._id, 'DONE')
    expect(await statuses({ comment, task })).toEqual(['DONE', 'OPEN'])
    expect(await kinds(task._id)).toContain('COMMENT_DISCONNECTED Olga Owner')
    expect(seen((await readTask(task._id)).source)).toMatchObject({
      connected: false,
      can: { connect: true },
    })
    expect((await readTask(task._id, room.editor)).source).toEqual({ hidden: true })
    const connect = (by: Caller) => app.call(connectTask, { params: { id: task._id } }, by)
    expect((await connect(room.editor)).status).toBe(404)
    const connected = await connect(room.owner)
    expect(seen(connected.body.result.source)).toMatchObject({ connected: true, status: 'RESOLVED' })
    const undo = { params: { id: task._id }, body: { commentStatus: 'OPEN' as const } }
    expect((await app.call(disconnectTask, undo, room.editor)).status).toBe(404)
    const apart = await app.call(disconnectTask, undo, room.owner)
    expect(seen(apart.body.result.source)).toMatchObject({ connected: false, status: 'OPEN' })
    expect(await statuses({ comment, task })).toEqual(['DONE', 'OPEN'])
    expect((await kinds(task._id)).slice(0, 2)).toEqual([
      'COMMENT_REOPENED Olga Owner',
      'COMMENT_DISCONNECTED Olga Owner',
    ])
    expect((await app.call(disconnectTask, undo, room.owner)).status).toBe(409)
    await room.expectCountsToFit()
    await connect(room.owner)
    await addMember(app, room.published.review._id, room.editor, 'EDITOR')
    await resolve(comment, 'OPEN', room.editor)
    expect(await statuses({ comment, task })).toEqual(['TODO', 'OPEN'])
  })

  test('also when both are resolved, reopened, deleted and restored at the same time', async () => {
    const pair = await newPair()
    const { task, comment } = pair
    const gone = { params: { id: task._id } }
    const rounds = Array.from({ length: 4 }, () => [
      () => move(task._id, 'DONE'),
      () => resolve(comment, 'OPEN'),
      () => move(task._id, 'TODO'),
      () => resolve(comment),
      () => app.call(deleteTask, gone, room.owner),
      () => app.call(restoreTask, gone, room.owner),
    ])
    const answers = await Promise.all(rounds.flat().map((one) => one()))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await app.call(restoreTask, gone, room.owner)
    const [status, said] = await statuses(pair)
    expect(status === 'DONE').toBe(said === 'RESOLVED')
    await room.expectCountsToFit()
  })

  test('a restored task is done if its comment was resolved meanwhile; the nightly check fixes the rest', async () => {
    const pair = await newPair()
    await app.call(deleteTask, { params: { id: pair.task._id } }, room.owner)
    await resolve(pair.comment)
    await app.call(restoreTask, { params: { id: pair.task._id } }, room.owner)
    expect(await statuses(pair)).toEqual(['DONE', 'RESOLVED'])
    await app.deps.db.pool.query(`update tasks set status = 'TODO' where id = $1`, [pair.task._id])
    const warned: unknown[] = []
    const log = Object.assign(Object.create(app.deps.log), { warn: (given: unknown) => warned.push(given) })
    await checkLinks({ ...app.deps, log })
    expect(await statuses(pair)).toEqual(['DONE', 'RESOLVED'])
    expect(warned).toEqual([{ taskId: pair.task._id }])
    await checkLinks({ ...app.deps, log })
    expect(warned).toHaveLength(1)
  })
})

describe('what others see', () => {
  test('a member without access to the review learns nothing of it, through any request', async () => {
    const { workspace, task } = await newPair()
    await join(workspace, room.stranger, 'EDITOR')
    const one = await readTask(task._id, room.stranger)
    const list = await app.call(listTasks, { params: { id: workspace } }, room.stranger)
    const changed = await move(task._id, 'DONE', room.stranger)
    for (const answer of [one, list.body.results[0], changed.body.result]) {
      expect(answer?.source).toEqual({ hidden: true })
      expect(JSON.stringify(answer)).not.toMatch(/design-1|files\/|Spring campaign/)
    }
    const query = { review: room.published.review._id }
    const ofReview = async (caller: Caller) => {
      const { total, counts } = (await app.call(listTasks, { params: { id: workspace }, query }, caller)).body
      return [total, counts['DONE']]
    }
    expect([await ofReview(room.owner), await ofReview(room.stranger)]).toEqual([
      [1, 1],
      [0, 0],
    ])
    const ways = [
      await app.call(listTaskTimeline, { params: { id: task._id } }, room.stranger),
      await app.call(listWorkspaceTimeline, { params: { id: workspace } }, room.stranger),
      await app.call(getWorkspace, { params: { id: workspace } }, room.stranger),
      await app.call(search, { query: { tab: 'tasks', word: 'Logo' } }, room.stranger),
      await app.call(listNotifications, {}, room.stranger),
    ]
    for (const { status, body } of ways) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/design-1|files\/|Spring campaign|Cleo/)
    }
    const exported = await app.fetch('/user/api/v1/export', { caller: room.stranger })
    for (const [name, file] of readZip(Buffer.from(await exported.arrayBuffer())))
      expect(`${name} ${file.toString()}`).not.toMatch(/design-1|Spring campaign|Cleo/)
    const listening = await listen(app.url, liveWorkspacePath(workspace), room.stranger)
    // Presence comes first.
    await listening.next('presence')
    expect((await move(task._id, 'TODO')).status).toBe(200)
    const { data } = await listening.next('task.moved')
    expect(data).toMatchObject({ _id: task._id, source: { hidden: true } })
    listening.close()
    await move(task._id, 'DONE', room.stranger)
    // The comment names the mover of the task, even if the review does not know them.
    const { comment } = seen((await readTask(task._id)).source)
    expect(await readComment(comment)).toMatchObject({
      status: 'RESOLVED',
      resolvedBy: { _id: room.stranger.user._id, name: room.stranger.user.name, task: task.number },
    })
    const path = `/comment/api/v1/export/${room.published.review._id}?format=CSV`
    const csv = await (await app.fetch(path, { caller: room.owner })).text()
    expect(csv).toContain(`${room.stranger.user.name} with task #${task.number}`)
    await resolve(comment, 'OPEN')
    await resolve(comment)
    expect((await readComment(comment)).resolvedBy).toMatchObject({ name: 'Olga Owner', task: null })
  })

  test('viewers of a task see at once where its mark moves, and when its comment is deleted', async () => {
    const { workspace, task, comment } = await newPair()
    await waitUntilIdle(app)
    const listening = await listen(app.url, liveWorkspacePath(workspace), room.owner)
    await listening.next('presence')
    const moved = { marker: { page: 1, x: 0.75, y: 0.5 } }
    await app.call(editComment, { params: { id: comment }, body: moved }, room.commenter)
    expect((await listening.next('task.updated')).data).toMatchObject({
      _id: task._id,
      source: { place: { x: 0.75, y: 0.5 } },
    })
    // Its crop is rendered again before anyone requests it.
    await waitUntilIdle(app)
    const crop = await findCrop.first(app.deps.db.pool, { comment })
    const { storageKey: key = '', name: derivative = '' } = crop ?? {}
    expect(await app.deps.storage.has({ key, derivative })).toBe(true)
    await app.call(deleteComment, { params: { id: comment } }, room.commenter)
    expect((await listening.next('task.updated')).data).toMatchObject({ _id: task._id, source: null })
    listening.close()
  })

  test('readers of the review see its progress, without number and names, unless the workspace hides it', async () => {
    const { workspace, task, comment } = await newPair()
    const linkOf = async (caller: Caller) => {
      const { status, body } = await app.call(listTaskLinks, { params: { id: room.fileId } }, caller)
      return status === 200 ? (body.results.find((one) => one.comment === comment) ?? null) : status
    }
    await move(task._id, 'IN_REVIEW')
    const known = {
      ...{ _id: task._id, workspace, number: 1, status: 'IN_REVIEW', connected: true },
    }
    expect(await linkOf(room.owner)).toEqual({ comment, state: 'IN_PROGRESS', task: known })
    for (const reader of [room.viewer, room.guest, room.visitor])
      expect(await linkOf(reader)).toEqual({ comment, state: 'IN_PROGRESS', task: null })
    expect(await linkOf(room.stranger)).toBe(404)
    await app.call(editWorkspace, { params: { id: workspace }, body: { hidesStatus: true } }, room.owner)
    expect(await linkOf(room.visitor)).toBeNull()
    expect(await linkOf(room.owner)).toMatchObject({ task: known })
  })
})

describe('a task restored while something waits for its workspace', () => {
  /** The deleted task has no comment for `begin` to lock; it is restored before the lock is free. */
  async function whileItComesBack(
    task: string,
    workspace: string,
    begin: () => Promise<unknown>,
    back: string,
  ) {
    const client = await app.deps.db.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from workspaces where id = $1 for update', [workspace])
      const work = begin()
      await expect
        .poll(async () => {
          const { rows } = await client.query('select 1 from pg_locks where not granted')
          return rows.length
        })
        .toBeGreaterThan(0)
      await client.query(back, [task])
      await client.query('commit')
      await work
    } finally {
      client.release()
    }
  }

  test('keeps its comment', async () => {
    const { workspace, comment, task } = await newPair()
    await app.call(deleteTask, { params: { id: task._id } }, room.owner)
    const back = 'update tasks set deleted_at = null, deletion_id = null where id = $1'
    await whileItComesBack(task._id, workspace, () => move(task._id, 'DONE'), back)
    expect(await statuses({ comment, task })).toEqual(['DONE', 'RESOLVED'])
  })

  test('matches its comment, even if deleted a moment before', async () => {
    const { workspace, comment, task } = await newPair()
    const gone = 'update tasks set deleted_at = now(), deletion_id = gen_random_uuid() where id = $1'
    const restore = () => app.call(restoreTask, { params: { id: task._id } }, room.owner)
    await app.deps.db.pool.query("update comments set status = 'RESOLVED' where id = $1", [comment])
    await whileItComesBack(task._id, workspace, restore, gone)
    expect(await statuses({ comment, task })).toEqual(['DONE', 'RESOLVED'])
  })
})
