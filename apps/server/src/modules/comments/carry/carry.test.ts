import { changeCommentStatus, editComment, getComment, listFileComments } from '@wingmark/contract/comments'
import { changeVersion, deleteVersion, listVersions, restoreVersion } from '@wingmark/contract/versions'
import { expect, test, vi } from 'vitest'
import { type Found, findEach, newStack, place } from '../../../../test/carry-stack.ts'
import { eventually } from '../../../../test/eventually.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders slowly, and pins come after previews. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

test('pins of an equal version are unchanged and sure; each open comment is carried, not found, or on its own version', async () => {
  const { say, add, carried, fixes, on, id, owner } = await newStack(app)
  await add()
  const { _id: same } = await say()
  const resolved = await say()
  await app.call(changeCommentStatus, { params: { id: resolved._id }, body: { status: 'RESOLVED' } }, owner)
  const general = await say(null)
  await add()
  const third = await say({ x: 0.25, y: 0.25 })
  const equal = await carried(3)
  expect(equal[0]?.carried).toMatchObject({ outcome: 'UNCHANGED', confidence: 'SURE', was: { version: 2 } })
  expect(equal[0]?.carried?.marker).toEqual(equal[0]?.marker)
  const stop = findEach(app, () => ({ outcome: 'NOT_FOUND', confidence: 'UNSURE' }))
  await add()
  const comments = await carried(4)
  expect(comments.map(({ _id }) => _id)).toEqual([same, general._id, third._id])
  const [one, two] = comments
  expect(one?.carried).toMatchObject({ version: 4, outcome: 'NOT_FOUND', by: 'MACHINE', was: { version: 3 } })
  expect(one?.carried).not.toHaveProperty('marker')
  expect(two).not.toHaveProperty('carried')
  const list = await fixes()
  expect(list).toMatchObject({ version: 4, toCheck: 3, checked: 0, state: 'READY' })
  const byId = { params: { id }, query: { onVersion: 4, limit: 1 } }
  const page = (await app.call(listFileComments, byId, owner)).body
  expect(page).toMatchObject({ total: 3, results: [{ _id: same }] })
  expect((await on(4, owner, 'RESOLVED')).map(({ _id }) => _id)).toEqual([resolved._id])
  await eventually(async () =>
    expect((await on(4, owner, 'RESOLVED'))[0]?.carried?.outcome).toBe('NOT_FOUND'),
  )
  stop()
})

test('a pin is carried from where it was last, a person’s place before a machine’s, and across a removed version', async () => {
  const { owner, id, say, add, carried, put } = await newStack(app)
  const { _id } = await say({ x: 0.5, y: 0.1 })
  const stop = findEach(app, () => ({ outcome: 'MOVED', confidence: 'SURE', by: 0.1 }))
  await add()
  expect((await carried(2))[0]?.carried).toMatchObject({
    outcome: 'MOVED',
    marker: { y: 0.2 },
    was: { version: 1 },
  })
  const placed = await put(owner, _id, place(2, { x: 0.5, y: 0.5 }))
  expect(placed.body.result).toMatchObject({
    carried: { by: 'PERSON', confidence: 'SURE', marker: { y: 0.5 } },
    checked: { result: 'PLACED', by: { name: 'Olga Owner' } },
  })
  await add()
  expect((await carried(3))[0]?.carried).toMatchObject({
    marker: { y: 0.6 },
    was: { version: 2, marker: { y: 0.5 } },
  })

  await app.call(deleteVersion, { params: { id, number: '3' } }, owner)
  await app.call(deleteVersion, { params: { id, number: '2' } }, owner)
  await add()
  expect((await carried(4))[0]?.carried).toMatchObject({ marker: { y: 0.2 }, was: { version: 1 } })
  await app.call(restoreVersion, { params: { id, number: '2' } }, owner)
  await eventually(async () => {
    const [one] = await carried(4)
    expect(one?.carried).toMatchObject({ marker: { y: 0.6 }, was: { version: 2 } })
  })
  await app.call(changeVersion, { params: { id, number: '2' }, body: { current: true } }, owner)
  expect((await carried(2))[0]?.carried).toMatchObject({ by: 'PERSON', marker: { y: 0.5 } })
  stop()
})

test('what a person said is never overwritten, and is gone once taken back', async () => {
  const { owner, say, add, carried, put } = await newStack(app)
  const { _id } = await say({ x: 0.5, y: 0.1 })
  let found: Found = { outcome: 'CHANGED', confidence: 'UNSURE' }
  const stop = findEach(app, () => found)
  await add()
  await carried(2)
  const gone = await put(owner, _id, { version: 2, gone: true })
  expect(gone.body.result.carried).toMatchObject({ outcome: 'NOT_FOUND', confidence: 'SURE', by: 'PERSON' })
  found = { outcome: 'UNCHANGED', confidence: 'SURE' }
  await app.call(editComment, { params: { id: _id }, body: { marker: { x: 0.25, y: 0.1 } } }, owner)
  await eventually(async () => {
    const { rows } = await app.deps.db.pool.query(
      "select outcome from carries where comment_id = $1 and made_by = 'MACHINE'",
      [_id],
    )
    expect(rows).toEqual([{ outcome: 'UNCHANGED' }])
  })
  expect((await carried(2))[0]?.carried).toMatchObject({ outcome: 'NOT_FOUND', by: 'PERSON' })
  const undone = await put(owner, _id, { version: 2, undo: true })
  expect(undone.body.result).toMatchObject({
    carried: { outcome: 'UNCHANGED', by: 'MACHINE' },
    checked: null,
  })
  stop()
})

test('a version that starts fresh has no pins of others, and says so', async () => {
  const { owner, id, say, add, fixes, on } = await newStack(app)
  await say()
  await add({ startFresh: true })
  expect(await fixes()).toMatchObject({ state: 'FRESH', version: 2 })
  expect((await on(2))[0]).not.toHaveProperty('carried')
  const versions = (await app.call(listVersions, { params: { id } }, owner)).body.results
  expect(versions.map(({ startsFresh }) => startsFresh)).toEqual([true, false])
})

test('a fix that is accepted resolves its comment in that version; not yet keeps it open; each is taken back', async () => {
  const { owner, say, add, carried, fixes, decide } = await newStack(app)
  const { _id } = await say()
  const other = await say()
  await add()
  await carried(2)
  const accepted = (await decide(owner, _id, 2, 'ACCEPTED')).body.result
  expect(accepted).toMatchObject({ status: 'RESOLVED', checked: { result: 'ACCEPTED' } })
  const read = async () => (await app.call(getComment, { params: { id: _id } }, owner)).body.result
  expect(await read()).toMatchObject({ status: 'RESOLVED', resolvedBy: { name: 'Olga Owner', version: 2 } })
  expect((await decide(owner, other._id, 2, 'REOPENED')).body.result).toMatchObject({ status: 'OPEN' })
  expect(await fixes()).toMatchObject({ toCheck: 0, checked: 2 })

  expect((await decide(owner, _id, 2, 'UNCHECKED')).body.result).toMatchObject({
    status: 'OPEN',
    checked: null,
  })
  expect(await read()).not.toHaveProperty('resolvedBy')
  expect(await fixes()).toMatchObject({ toCheck: 1, checked: 1 })
  await decide(owner, _id, 2, 'ACCEPTED')
  await app.call(changeCommentStatus, { params: { id: _id }, body: { status: 'OPEN' } }, owner)
  expect(await fixes()).toMatchObject({ toCheck: 1, checked: 1 })
  expect((await decide(owner, _id, 1, 'ACCEPTED')).status).toBe(422)
})
