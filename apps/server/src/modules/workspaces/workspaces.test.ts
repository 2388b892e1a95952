import { liveUserPath } from '@wingmark/contract/live'
import {
  createPrivateNote,
  deletePrivateNote,
  listPrivateNotes,
  restorePrivateNote,
  updatePrivateNote,
} from '@wingmark/contract/private-notes'
import type { Route, RouteBodyInput } from '@wingmark/contract/route'
import {
  changeTaskStatus,
  createTask,
  deleteTask,
  getTask,
  listSubtasks,
  listTasks,
  restoreTask,
  updateTask,
} from '@wingmark/contract/tasks'
import {
  deleteTimelineMessage,
  editTimelineMessage,
  listTaskTimeline,
  listWorkspaceTimeline,
  writeOnTask,
  writeOnWorkspace,
} from '@wingmark/contract/timelines'
import { deleteAccount } from '@wingmark/contract/users'
import { changeWorkspaceRole, removeWorkspaceMember } from '@wingmark/contract/workspace-people'
import {
  createWorkspace,
  deleteWorkspace,
  editWorkspace,
  getWorkspace,
  handOverWorkspace,
  listWorkspaces,
  lookAtWorkspace,
  restoreWorkspace,
} from '@wingmark/contract/workspaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { listen } from '../../../test/listen-live.ts'
import { newGuest, newUser, type Person, password } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const join = (workspaceId: string, person: Person, role: 'EDITOR' | 'COMMENTER' | 'VIEWER') =>
  app.deps.db.orm.insert(members).values({ workspaceId, userId: person.user._id, role })

/** The current position of their own stream. */
async function inboxOf({ user }: Person): Promise<string> {
  const { rows } = await app.deps.db.pool.query<{ seq: string }>(
    'select coalesce((select seq from user_event_counts where user_id = $1), 0)::text as seq',
    [user._id],
  )
  return rows[0]?.seq ?? '0'
}

async function newWorkspace(owner: Person, name = 'Studio Nord') {
  return (await app.call(createWorkspace, { body: { name } }, owner)).body.result
}

async function newTask(
  owner: Person,
  workspace: string,
  given: Partial<RouteBodyInput<typeof createTask>> = {},
) {
  const body = { workspace, title: 'Larger logo', ...given }
  const answer = await app.call(createTask, { body }, owner)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.result
}

/** A workspace with someone in each role, and what each gets for a call. */
async function newCrew() {
  const people = {
    owner: await newUser(app, 'Olga Owner'),
    editor: await newUser(app, 'Edda Editor'),
    commenter: await newUser(app, 'Cora Commenter'),
    viewer: await newUser(app, 'Vera Viewer'),
    other: await newUser(app, 'Otto Other'),
  }
  const workspace = await newWorkspace(people.owner)
  await join(workspace._id, people.editor, 'EDITOR')
  await join(workspace._id, people.commenter, 'COMMENTER')
  await join(workspace._id, people.viewer, 'VIEWER')
  const guest = await newGuest(app)
  const ask = async <R extends Route>(route: R, input: () => Promise<object> | object) => {
    const statuses: number[] = []
    for (const caller of [...Object.values(people), guest, {}])
      statuses.push((await app.call(route, await input(), caller)).status)
    return statuses
  }
  return { ...people, id: workspace._id, ask }
}

describe('who may do what: owner, editor, commenter, viewer, another user, a guest, a visitor', () => {
  test('see the workspace, its tasks and timelines', async () => {
    const { owner, id, ask } = await newCrew()
    const task = await newTask(owner, id)
    const seen = [200, 200, 200, 200, 404, 401, 401]
    expect(await ask(getWorkspace, () => ({ params: { id } }))).toEqual(seen)
    expect(await ask(listTasks, () => ({ params: { id } }))).toEqual(seen)
    expect(await ask(getTask, () => ({ params: { id: task._id } }))).toEqual(seen)
    expect(await ask(listWorkspaceTimeline, () => ({ params: { id } }))).toEqual(seen)
    expect(await ask(listTaskTimeline, () => ({ params: { id: task._id } }))).toEqual(seen)
  })

  test('make, edit, move, delete and restore tasks', async () => {
    const { owner, commenter, id, ask } = await newCrew()
    const own = async () => ({ params: { id: (await newTask(owner, id))._id } })
    expect(await ask(createTask, () => ({ body: { workspace: id, title: 'Paler blue' } }))).toEqual([
      201, 201, 403, 403, 404, 401, 401,
    ])
    const writers = [200, 200, 403, 403, 404, 401, 401]
    expect(await ask(updateTask, async () => ({ ...(await own()), body: { title: 'New words' } }))).toEqual(
      writers,
    )
    expect(await ask(changeTaskStatus, async () => ({ ...(await own()), body: { status: 'DONE' } }))).toEqual(
      writers,
    )
    expect(await ask(deleteTask, own)).toEqual(writers)
    const mine = await newTask(owner, id, { assignee: commenter.user._id })
    const params = { id: mine._id }
    expect((await app.call(changeTaskStatus, { params, body: { status: 'DONE' } }, commenter)).status).toBe(
      200,
    )
    expect((await app.call(updateTask, { params, body: { dueOn: '2027-01-31' } }, commenter)).status).toBe(
      200,
    )
    expect((await app.call(updateTask, { params, body: { title: 'Mine now' } }, commenter)).status).toBe(403)
    const parent = await newTask(owner, id)
    const part = await newTask(owner, id, { parent: parent._id, assignee: commenter.user._id })
    await newTask(owner, id, { title: 'Not theirs', parent: parent._id })
    const seen = await app.call(getTask, { params: { id: parent._id } }, commenter)
    expect(seen.body.result).toMatchObject({
      can: { move: false },
      subtasks: [{ _id: part._id, can: { move: true } }, { can: { move: false } }],
    })
  })

  test('write on timelines, change and delete their own messages', async () => {
    const { owner, editor, id, ask } = await newCrew()
    expect(await ask(writeOnWorkspace, () => ({ body: { workspace: id, message: 'Hello.' } }))).toEqual([
      201, 201, 201, 403, 404, 401, 401,
    ])
    const said = await app.call(writeOnWorkspace, { body: { workspace: id, message: 'Mine.' } }, owner)
    const params = { id: said.body.result._id }
    expect(
      (await app.call(editTimelineMessage, { params, body: { message: 'Theirs.' } }, editor)).status,
    ).toBe(403)
    expect((await app.call(deleteTimelineMessage, { params }, editor)).status).toBe(403)
    const changed = await app.call(editTimelineMessage, { params, body: { message: 'Better.' } }, owner)
    expect(changed.body.result).toMatchObject({ message: 'Better.', can: { edit: true } })
    expect(changed.body.result.editedAt).not.toBeNull()
    expect((await app.call(deleteTimelineMessage, { params }, owner)).status).toBe(200)
    expect((await app.call(deleteTimelineMessage, { params }, owner)).status).toBe(404)
  })

  test('rename, delete, transfer, change roles; leave', async () => {
    const { owner, editor, commenter, viewer, id, ask } = await newCrew()
    expect(await ask(editWorkspace, () => ({ params: { id }, body: { name: 'Studio Süd' } }))).toEqual([
      200, 200, 403, 403, 404, 401, 401,
    ])
    const memberId = viewer.user._id
    const roles = await ask(changeWorkspaceRole, () => ({
      params: { id, memberId },
      body: { role: 'COMMENTER' },
    }))
    expect(roles).toEqual([200, 403, 403, 403, 404, 401, 401])
    const removed = { params: { id, memberId } }
    expect((await app.call(removeWorkspaceMember, removed, editor)).status).toBe(403)
    expect((await app.call(removeWorkspaceMember, removed, viewer)).status).toBe(200)
    expect((await app.call(getWorkspace, { params: { id } }, viewer)).status).toBe(404)
    const ownId = { params: { id, memberId: owner.user._id } }
    expect((await app.call(removeWorkspaceMember, ownId, owner)).status).toBe(422)
    const handed = await app.call(
      handOverWorkspace,
      { params: { id }, body: { memberId: editor.user._id } },
      owner,
    )
    expect(handed.body.result).toMatchObject({ role: 'EDITOR', owner: { name: 'Edda Editor' } })
    expect((await app.call(deleteWorkspace, { params: { id } }, owner)).status).toBe(403)
    expect((await app.call(deleteWorkspace, { params: { id } }, editor)).status).toBe(200)
    expect((await app.call(getWorkspace, { params: { id } }, commenter)).status).toBe(404)
    expect(await ask(restoreWorkspace, () => ({ params: { id } }))).toEqual([
      403, 200, 403, 404, 404, 401, 401,
    ])
    expect((await app.call(getWorkspace, { params: { id } }, commenter)).status).toBe(200)
  })

  test('private notes are hidden from everyone else, also from the workspace’s owner', async () => {
    const { owner, viewer, id } = await newCrew()
    const { result } = (
      await app.call(createPrivateNote, { body: { workspace: id, note: 'Ask for more.' } }, viewer)
    ).body
    const params = { id: result._id }
    expect((await app.call(updatePrivateNote, { params, body: { note: 'Seen!' } }, owner)).status).toBe(404)
    expect((await app.call(deletePrivateNote, { params }, owner)).status).toBe(404)
    expect((await app.call(restorePrivateNote, { params }, owner)).status).toBe(404)
    expect((await app.call(listPrivateNotes, { params: { id } }, owner)).body.results).toEqual([])
    const member = { params: { id, memberId: viewer.user._id } }
    await app.call(removeWorkspaceMember, member, viewer)
    const left = await app.call(listPrivateNotes, { params: { id } }, viewer)
    expect(left.body.results.map(({ note }) => note)).toEqual(['Ask for more.'])
  })
})

describe('workspaces', () => {
  test('are created and edited at the specification’s own addresses, too', async () => {
    const owner = await newUser(app)
    const post = async (path: string, body: object) => {
      const response = await app.fetch(path, {
        method: 'POST',
        caller: owner,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return {
        status: response.status,
        body: (await response.json()) as { result: { _id: string; name: string } },
      }
    }
    const made = await post('/workspace', { name: 'Studio' })
    expect(made.status).toBe(201)
    const id = made.body.result._id
    const edited = await post(`/workspace/${id}`, { workspace: id, name: 'Studio 2' })
    expect(edited.body.result.name).toBe('Studio 2')
    expect(await post(`/workspace/${id}`, { workspace: crypto.randomUUID(), name: 'X2' })).toMatchObject({
      status: 422,
      body: { errors: { workspace: 'This isn’t the workspace in the address.' } },
    })
    expect(await post('/workspace', { name: 'a'.repeat(101) })).toMatchObject({
      status: 422,
      body: { message: 'A workspace name can have at most 100 characters.' },
    })
    expect((await app.fetch('/workspace', { method: 'PATCH', caller: owner })).status).toBe(405)
  })

  test.each([
    ['no name', {}],
    ['a blank name', { name: '   ' }],
    ['an invisible name', { name: '\u200b\u200b' }],
    ['one letter that can be seen', { name: 'x\u200b' }],
    ['one letter', { name: 'A' }],
  ])('with %s are refused: Workspace name is required', async (_what, body) => {
    const answer = await app.call(createWorkspace, { body: body as never }, await newUser(app))
    expect(answer).toMatchObject({ status: 422, body: { message: 'Workspace name is required' } })
  })

  test('are listed for owner and members, with roles and counts', async () => {
    const { owner, viewer, id } = await newCrew()
    await newTask(owner, id, { status: 'DONE' })
    const { _id: parent } = await newTask(owner, id)
    await newTask(owner, id, { parent })
    await newTask(owner, id, { parent, assignee: owner.user._id })
    const mine = (await app.call(listWorkspaces, {}, owner)).body.results
    expect(mine[0]?.counts).toMatchObject({ TODO: 2, DONE: 1 })
    const { results } = (await app.call(listWorkspaces, {}, viewer)).body
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({
      _id: id,
      role: 'VIEWER',
      memberCount: 4,
      can: { edit: false, leave: true },
    })
    expect(results[0]?.counts).toEqual({ TODO: 1, IN_PROGRESS: 0, IN_REVIEW: 0, DONE: 1, CANCELLED: 0 })
    expect(results[0]?.members[0]).toMatchObject({ name: 'Olga Owner', role: 'OWNER' })
  })

  test('say how much is new in them, until visited, on every device', async () => {
    const { owner, editor, viewer, id } = await newCrew()
    const newsOf = async (who: Person) => {
      const { results } = (await app.call(listWorkspaces, {}, who)).body
      return results.find(({ _id }) => _id === id)?.news
    }
    const look = (who: Person) => app.call(lookAtWorkspace, { params: { id } }, who)
    await look(editor)
    await newTask(owner, id)
    await app.call(writeOnWorkspace, { body: { workspace: id, message: 'Hello.' } }, owner)
    expect([await newsOf(owner), await newsOf(editor), await newsOf(viewer)]).toEqual([0, 2, 3])
    const elsewhere = await listen(app.url, liveUserPath, editor, await inboxOf(editor))
    expect((await look(editor)).status).toBe(200)
    expect((await elsewhere.next('workspace.looked')).data).toEqual({ _id: id })
    expect([await newsOf(editor), await newsOf(viewer)]).toEqual([0, 3])
    await newTask(owner, id)
    expect(await newsOf(editor)).toBe(1)
    elsewhere.close()
  })

  test('are deleted with their owner’s account', async () => {
    const { owner, editor, id } = await newCrew()
    await newTask(owner, id)
    await app.call(deleteAccount, { body: { password, choices: [{ workspace: id, delete: true }] } }, owner)
    expect((await app.call(getWorkspace, { params: { id } }, editor)).status).toBe(404)
  })
})

describe('tasks', () => {
  test('are numbered in sequence, also when created in parallel', async () => {
    const { owner, editor, id } = await newCrew()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => newTask(n % 2 ? owner : editor, id, { title: `Task ${n}` })),
    )
    expect(made.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
  })

  test('with the same key are created once', async () => {
    const { owner, id } = await newCrew()
    const input = {
      body: { workspace: id, title: 'Once' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const [first, second] = [
      await app.call(createTask, input, owner),
      await app.call(createTask, input, owner),
    ]
    expect(second.body.result._id).toBe(first.body.result._id)
  })

  test('stay where they were placed, and go to the end after a missing one', async () => {
    const { owner, id } = await newCrew()
    const [a, b, c] = [
      await newTask(owner, id, { title: 'Aa' }),
      await newTask(owner, id, { title: 'Bb' }),
      await newTask(owner, id, { title: 'Cc' }),
    ]
    const titles = async (status = 'TODO') =>
      (await app.call(listTasks, { params: { id }, query: { status } }, owner)).body.results.map(
        ({ title }) => title,
      )
    const move = (task: typeof a, status: 'TODO' | 'DONE', after?: string | null) =>
      app.call(
        changeTaskStatus,
        { params: { id: task._id }, body: { status, ...(after === undefined ? {} : { after }) } },
        owner,
      )
    expect(await titles()).toEqual(['Aa', 'Bb', 'Cc'])
    await move(c, 'TODO', null)
    expect(await titles()).toEqual(['Cc', 'Aa', 'Bb'])
    await move(c, 'TODO', a._id)
    expect(await titles()).toEqual(['Aa', 'Cc', 'Bb'])
    expect((await move(b, 'DONE', a._id)).body.result).toMatchObject({ status: 'DONE' })
    expect((await move(b, 'DONE', a._id)).body.result.doneAt).not.toBeNull()
    await move(a, 'TODO', crypto.randomUUID())
    expect(await titles()).toEqual(['Cc', 'Aa'])
    // After a task in another column, or after itself: to the end.
    await move(c, 'TODO', b._id)
    expect(await titles()).toEqual(['Aa', 'Cc'])
    expect((await move(a, 'TODO', a._id)).status).toBe(200)
    expect(await titles()).toEqual(['Cc', 'Aa'])
    await move(c, 'DONE', a._id)
    expect(await titles('DONE')).toEqual(['Bb', 'Cc'])
  })

  test('fit between two with colliding ranks, as after a restoration', async () => {
    const { owner, id } = await newCrew()
    const [a, b, c] = [
      await newTask(owner, id, { title: 'Aa' }),
      await newTask(owner, id, { title: 'Bb' }),
      await newTask(owner, id, { title: 'Cc' }),
    ]
    const below = (task: typeof a, after: string | null) =>
      app.call(changeTaskStatus, { params: { id: task._id }, body: { status: 'TODO', after } }, owner)
    await app.call(deleteTask, { params: { id: a._id } }, owner)
    await below(c, null)
    await app.call(restoreTask, { params: { id: a._id } }, owner)
    await below(b, a._id)
    const { results } = (await app.call(listTasks, { params: { id } }, owner)).body
    expect(results.map(({ title }) => title)).toEqual(['Aa', 'Bb', 'Cc'])
  })

  test('keep their order when long ranks are renumbered', async () => {
    const { owner, id } = await newCrew()
    const tasks = [await newTask(owner, id, { title: 'Aa' }), await newTask(owner, id, { title: 'Bb' })]
    const long = `a0${'V'.repeat(60)}`
    await app.deps.db.pool.query('update tasks set rank = $2 where id = $1', [tasks[0]?._id, `${long}1`])
    await app.deps.db.pool.query('update tasks set rank = $2 where id = $1', [tasks[1]?._id, `${long}2`])
    await newTask(owner, id, { title: 'Between', after: tasks[0]?._id ?? null })
    const { results } = (await app.call(listTasks, { params: { id } }, owner)).body
    expect(results.map(({ title }) => title)).toEqual(['Aa', 'Between', 'Bb'])
    const { rows } = await app.deps.db.pool.query<{ longest: number }>(
      'select max(length(rank))::int as longest from tasks where workspace_id = $1',
      [id],
    )
    expect(rows[0]?.longest).toBeLessThan(10)
  })

  test('are never duplicated or lost when twenty people move them at once', async () => {
    const { owner, editor, id } = await newCrew()
    const tasks = await Promise.all(
      Array.from({ length: 6 }, (_, n) => newTask(owner, id, { title: `Task ${n}` })),
    )
    const statuses = ['TODO', 'IN_PROGRESS', 'DONE'] as const
    const moves = Array.from({ length: 40 }, (_, n) =>
      app.call(
        changeTaskStatus,
        {
          params: { id: tasks[n % 6]?._id ?? '' },
          body: {
            status: statuses[n % 3] ?? 'TODO',
            after: n % 4 ? (tasks[(n * 5) % 6]?._id ?? null) : null,
          },
        },
        n % 2 ? owner : editor,
      ),
    )
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]))
    const { results, total } = (await app.call(listTasks, { params: { id } }, owner)).body
    expect(total).toBe(6)
    expect(new Set(results.map(({ _id }) => _id)).size).toBe(6)
  })

  test.each([
    ['no title', { title: '' }, 'Task title is required'],
    ['a status in other case', { status: 'done' }, 'Unknown status.'],
    ['a list of statuses', { status: ['DONE'] }, 'Unknown status.'],
    ['a day that there is not', { dueOn: '2026-02-30' }, 'Invalid date'],
    ['a time', { dueOn: '2026-02-20T10:00:00Z' }, 'Invalid date'],
    ['the year 0', { startsOn: '0000-01-01' }, 'Invalid date'],
    [
      'an end before its start',
      { startsOn: '2026-03-02', dueOn: '2026-03-01' },
      'The due date can’t be before the start date.',
    ],
    ['nobody at all', { assignee: 'zz' }, 'Choose a member of this workspace.'],
    ['somebody of elsewhere', { assignee: crypto.randomUUID() }, 'Choose a member of this workspace.'],
  ])('with %s are refused', async (_what, given, message) => {
    const { owner, id } = await newCrew()
    const body = { workspace: id, title: 'A title', ...given } as never
    expect(await app.call(createTask, { body }, owner)).toMatchObject({ status: 422, body: { message } })
  })

  test('have subtasks, one level deep', async () => {
    const { owner, id } = await newCrew()
    const parent = await newTask(owner, id)
    const child = await newTask(owner, id, { title: 'A part', parent: parent._id, status: 'DONE' })
    const shown = await app.call(getTask, { params: { id: parent._id } }, owner)
    expect(shown.body.result).toMatchObject({
      subtaskCount: 1,
      doneCount: 1,
      subtasks: [{ title: 'A part' }],
    })
    const below = await app.call(
      createTask,
      { body: { workspace: id, title: 'Deeper', parent: child._id } },
      owner,
    )
    expect(below.body.message).toBe('A subtask can’t have subtasks.')
    const itself = await app.call(
      updateTask,
      { params: { id: parent._id }, body: { parent: parent._id } },
      owner,
    )
    expect(itself.body.message).toBe('A task can’t be its own subtask.')
    const params = { workspaceId: id, taskId: parent._id }
    expect((await app.call(listSubtasks, { params }, owner)).body.results.map(({ title }) => title)).toEqual([
      'A part',
    ])
    const elsewhere = await newWorkspace(owner, 'Another')
    const wrong = { params: { ...params, workspaceId: elsewhere._id } }
    expect((await app.call(listSubtasks, wrong, owner)).status).toBe(404)
    const abroad = { workspace: elsewhere._id, title: 'Abroad', parent: parent._id }
    expect((await app.call(createTask, { body: abroad }, owner)).status).toBe(404)
    const put = (one: { _id: string }, below: { _id: string }) =>
      app.call(updateTask, { params: { id: one._id }, body: { parent: below._id } }, owner)
    const [a, b] = [await newTask(owner, id), await newTask(owner, id)]
    expect((await put(parent, a)).body.message).toBe('A subtask can’t have subtasks.')
    // Each below the other at the same time: one wins.
    const crossed = await Promise.all([put(a, b), put(b, a)])
    expect(crossed.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('are at most 20,000 in one workspace', async () => {
    const { owner, id } = await newCrew()
    await app.deps.db.pool.query(
      `insert into tasks (id, workspace_id, number, title, rank)
       select gen_random_uuid(), $1, n, 'Many', 'a0' from generate_series(1, 19999) n`,
      [id],
    )
    await app.deps.db.pool.query('update workspaces set task_seq = 19999 where id = $1', [id])
    const last = await newTask(owner, id)
    const more = { body: { workspace: id, title: 'One too many' } }
    expect(await app.call(createTask, more, owner)).toMatchObject({
      status: 422,
      body: { message: 'A workspace can have at most 20,000 tasks.' },
    })
    await app.call(deleteTask, { params: { id: last._id } }, owner)
    expect((await app.call(createTask, more, owner)).status).toBe(201)
  })

  test('are deleted and restored with their subtasks', async () => {
    const { owner, id } = await newCrew()
    const parent = await newTask(owner, id)
    const child = await newTask(owner, id, { title: 'A part', parent: parent._id })
    await app.call(deleteTask, { params: { id: parent._id } }, owner)
    expect((await app.call(getTask, { params: { id: child._id } }, owner)).status).toBe(404)
    await app.call(restoreTask, { params: { id: parent._id } }, owner)
    expect((await app.call(getTask, { params: { id: child._id } }, owner)).body.result.parent).toBe(
      parent._id,
    )
    expect((await app.call(restoreTask, { params: { id: parent._id } }, owner)).status).toBe(404)
  })

  test('are not overwritten if they changed meanwhile', async () => {
    const { owner, id } = await newCrew()
    const task = await newTask(owner, id)
    const change = (title: string) =>
      app.call(updateTask, { params: { id: task._id }, body: { title, version: task.version } }, owner)
    expect((await change('First')).status).toBe(200)
    expect(await change('Second')).toMatchObject({
      status: 409,
      body: { message: 'Someone else changed this. Reload and try again.' },
    })
    // Moves and single choices need no version: the last one counts.
    const choice = { params: { id: task._id }, body: { dueOn: '2031-03-01', version: task.version } }
    expect((await app.call(updateTask, choice, owner)).status).toBe(200)
  })

  test('are found by text and assignee, in one workspace or in all', async () => {
    const { owner, editor, id } = await newCrew()
    await newTask(owner, id, { title: 'Darker_blue 100%', assignee: editor.user._id })
    await newTask(owner, id, { title: 'Paler red', dueOn: '2020-01-01' })
    const find = async (query: Record<string, string>, params = { id }, who = owner) =>
      (await app.call(listTasks, { params, query }, who)).body.results.map(({ title }) => title)
    expect(await find({ word: 'BLUE 10' })).toEqual(['Darker_blue 100%'])
    expect(await find({ word: 'arker' })).toEqual([])
    expect(await find({ word: '%' })).toEqual([])
    expect(await find({ word: 'blue' }, { id: editor.user._id }, editor)).toEqual(['Darker_blue 100%'])
    expect(await find({ word: 'red' }, { id: editor.user._id }, editor)).toEqual([])
    expect(await find({ due: 'OVERDUE' })).toEqual(['Paler red'])
    // The client sends its day, which may differ at the date line.
    expect(await find({ due: 'OVERDUE', today: '2020-01-01' })).toEqual([])
    expect(await find({ due: 'TODAY', today: '2020-01-01' })).toEqual(['Paler red'])
    expect(await find({ due: 'WEEK', today: '2019-12-31' })).toEqual(['Paler red'])
    expect(await find({ due: 'OVERDUE', today: '2020-01-02' })).toEqual(['Paler red'])
    expect(await find({ assignee: editor.user._id })).toEqual(['Darker_blue 100%'])
    expect(await find({}, { id: editor.user._id }, editor)).toEqual(['Darker_blue 100%'])
    expect((await app.call(listTasks, { params: { id: editor.user._id } }, owner)).status).toBe(404)
  })

  test('look alike in lists and one by one, for every reader', async () => {
    const { owner, editor, commenter, viewer, id } = await newCrew()
    const words = { title: 'Say "<b>" \\ \u2028', description: 'Two\nlines of </script>' }
    const parent = await newTask(owner, id, { ...words, assignee: commenter.user._id, dueOn: '2031-03-01' })
    await newTask(owner, id, { ...words, parent: parent._id, status: 'DONE' })
    await newTask(owner, id, { parent: parent._id, assignee: commenter.user._id, startsOn: '2031-03-01' })
    for (const person of [owner, editor, commenter, viewer])
      for (const asked of [id, person.user._id]) {
        const { results } = (await app.call(listTasks, { params: { id: asked } }, person)).body
        for (const task of results)
          expect(task).toEqual((await app.call(getTask, { params: { id: task._id } }, person)).body.result)
        expect(results).toHaveLength(asked === id ? 3 : person === commenter ? 2 : 0)
      }
  })

  test('are listed by pages and by cursors in every order, and a cursor belongs to one order', async () => {
    const { owner, id } = await newCrew()
    for (let n = 0; n < 7; n++)
      await newTask(owner, id, {
        title: `Task ${n}`,
        dueOn: n % 3 === 0 ? null : `2031-03-0${8 - n}`,
        assignee: owner.user._id,
      })
    const list = async (place: string, query: Record<string, string>) =>
      (await app.call(listTasks, { params: { id: place }, query: { limit: '3', ...query } }, owner)).body
    for (const place of [id, owner.user._id]) {
      for (const sort of ['rank', '-updatedAt', 'dueOn', 'number', '-createdAt']) {
        const whole = (await list(place, { sort, limit: '100' })).results.map(({ _id }) => _id)
        expect(whole).toHaveLength(7)
        const [byPage, byCursor]: string[][] = [[], []]
        let cursor: string | null = ''
        for (let page = 1; cursor !== null; page++) {
          byPage?.push(...(await list(place, { sort, page: `${page}` })).results.map(({ _id }) => _id))
          const next = await list(place, { sort, cursor })
          byCursor?.push(...next.results.map(({ _id }) => _id))
          cursor = next.nextCursor
        }
        expect([byPage, byCursor]).toEqual([whole, whole])
      }
    }
    for (let n = 7; n < 11; n++) await newTask(owner, id, { title: `Task ${n}` })
    // The specification's page, without any parameters.
    expect((await app.call(listTasks, { params: { id } }, owner)).body.results).toHaveLength(10)
    const { nextCursor } = await list(id, { sort: 'number' })
    for (const [sort, cursor] of [
      ['dueOn', nextCursor ?? ''],
      ['number', 'x'],
      ['number', Buffer.from('["number","2026-02-30",null]').toString('base64url')],
    ] as const) {
      const answer = await app.call(listTasks, { params: { id }, query: { sort, cursor } }, owner)
      expect(answer).toMatchObject({ status: 422, body: { errors: { cursor: 'Unknown cursor.' } } })
    }
  })
})

describe('a timeline', () => {
  test('lists events and messages, newest first, in pages', async () => {
    const { owner, editor, id } = await newCrew()
    const task = await newTask(owner, id)
    const params = { id: task._id }
    await app.call(updateTask, { params, body: { title: 'Much larger logo' } }, editor)
    await app.call(changeTaskStatus, { params, body: { status: 'DONE' } }, editor)
    const body = { task: task._id, message: 'Done,\nplease look.', mentions: [owner.user._id] }
    await app.call(writeOnTask, { body }, editor)
    const whole = (await app.call(listTaskTimeline, { params }, owner)).body
    expect(whole.results.map(({ kind }) => kind)).toEqual([
      'MESSAGE',
      'TASK_MOVED',
      'TASK_RENAMED',
      'TASK_CREATED',
    ])
    expect(whole.results[0]).toMatchObject({
      actor: { name: 'Edda Editor' },
      mentions: [{ name: 'Olga Owner' }],
    })
    expect(whole.results[1]).toMatchObject({ before: 'TODO', after: 'DONE', task: { number: 1 } })
    const first = (await app.call(listTaskTimeline, { params, query: { limit: '3' } }, owner)).body
    const query = { limit: '3', cursor: first.nextCursor ?? '' }
    const second = (await app.call(listTaskTimeline, { params, query }, owner)).body
    expect(second.results.map(({ kind }) => kind)).toEqual(['TASK_CREATED'])
    expect(second.nextCursor).toBeNull()
    expect(first).not.toHaveProperty('total')
    const paged = (await app.call(listTaskTimeline, { params, query: { limit: '3', page: '2' } }, owner)).body
    expect(paged).toMatchObject({ results: second.results, currentPage: 2, totalPages: 2, total: 4 })
    const said = (
      await app.call(listWorkspaceTimeline, { params: { id }, query: { kind: 'MESSAGE' } }, owner)
    ).body
    expect(said.results).toHaveLength(1)
  })

  test('mentions only people of the workspace', async () => {
    const { owner, other, id } = await newCrew()
    const body = { workspace: id, message: 'Hello', mentions: [other.user._id] }
    expect(await app.call(writeOnWorkspace, { body }, owner)).toMatchObject({
      status: 422,
      body: { errors: { mentions: 'Choose a member of this workspace.' } },
    })
  })

  test('lets messages be edited that mention someone who has left', async () => {
    const { owner, editor, other, id } = await newCrew()
    const mentions = [editor.user._id]
    const body = { workspace: id, message: 'Ask @Edda Editor', mentions }
    const { _id } = (await app.call(writeOnWorkspace, { body }, owner)).body.result
    await app.call(removeWorkspaceMember, { params: { id, memberId: editor.user._id } }, owner)
    const edit = (people: string[]) =>
      app.call(
        editTimelineMessage,
        { params: { id: _id }, body: { message: 'Ask @Edda Editor, today', mentions: people } },
        owner,
      )
    expect((await edit(mentions)).body.result).toMatchObject({ mentions: [{ name: 'Edda Editor' }] })
    expect((await edit([...mentions, other.user._id])).status).toBe(422)
  })

  test('of a deleted task can be neither read nor written', async () => {
    const { owner, editor, id } = await newCrew()
    const task = await newTask(owner, id)
    const params = { id: task._id }
    await app.call(deleteTask, { params }, owner)
    const body = { task: task._id, message: 'Still here?', mentions: [editor.user._id] }
    const write = () => app.call(writeOnTask, { body }, owner)
    expect((await write()).status).toBe(404)
    expect((await app.call(listTaskTimeline, { params }, owner)).status).toBe(404)
    await app.call(restoreTask, { params }, owner)
    expect((await write()).status).toBe(201)
  })
})

describe('a private note', () => {
  test('is found by beginnings of its words, and sent to all pages of its author alone', async () => {
    const { owner, viewer, id } = await newCrew()
    const [mine, theirs] = [
      await listen(app.url, liveUserPath, viewer, await inboxOf(viewer)),
      await listen(app.url, liveUserPath, owner, await inboxOf(owner)),
    ]
    const made = await app.call(
      createPrivateNote,
      { body: { workspace: id, note: 'Ask Müller about the budget' } },
      viewer,
    )
    await app.call(createPrivateNote, { body: { workspace: id, note: 'Buy a new lamp' } }, viewer)
    const find = async (word: string, who = viewer) =>
      (await app.call(listPrivateNotes, { params: { id }, query: { word } }, who)).body.results.map(
        ({ note }) => note,
      )
    expect(await find('MULLER bud')).toEqual(['Ask Müller about the budget'])
    expect(await find('udget')).toEqual([])
    expect(await find('%')).toEqual([])
    expect(await find('budget', owner)).toEqual([])
    const { _id } = made.body.result
    expect((await mine.next('note.changed')).data).toMatchObject({ _id, workspace: id, note: { version: 1 } })
    await app.call(deletePrivateNote, { params: { id: _id } }, viewer)
    const notified = [await mine.next('note.changed'), await mine.next('note.changed')]
    expect(notified.at(-1)?.data).toEqual({ _id, workspace: id, note: null })
    await app.call(createPrivateNote, { body: { workspace: id, note: 'The owner’s own' } }, owner)
    expect((await theirs.next('note.changed')).data).toMatchObject({ note: { note: 'The owner’s own' } })
    mine.close()
    theirs.close()
  })

  test('is changed only in the version that was read, deleted and restored', async () => {
    const { owner, id } = await newCrew()
    const { result } = (await app.call(createPrivateNote, { body: { workspace: id, note: 'One' } }, owner))
      .body
    const params = { id: result._id }
    const change = (note: string) =>
      app.call(updatePrivateNote, { params, body: { note, version: 1 } }, owner)
    expect((await change('Two')).body.result).toMatchObject({
      ...{ note: 'Two', version: 2 },
      can: { edit: true, delete: true },
    })
    expect((await change('Three')).status).toBe(409)
    await app.call(deletePrivateNote, { params }, owner)
    expect((await app.call(listPrivateNotes, { params: { id } }, owner)).body.results).toEqual([])
    expect((await app.call(restorePrivateNote, { params }, owner)).body.result.note).toBe('Two')
    const note = 'a'.repeat(1_048_577)
    expect(await app.call(createPrivateNote, { body: { workspace: id, note } }, owner)).toMatchObject({
      status: 413,
      body: { message: 'The request is too large.' },
    })
  })

  test.each([
    ['nothing', '', 'Note is required'],
    ['invisible characters', '\u200b', 'Note is required'],
    ['50,001 characters', 'a'.repeat(50_001), 'A note can have at most 50,000 characters.'],
  ])('of %s is refused', async (_what, note, message) => {
    const { owner, id } = await newCrew()
    const answer = await app.call(createPrivateNote, { body: { workspace: id, note } }, owner)
    expect(answer).toMatchObject({ status: 422, body: { message } })
  })
})
