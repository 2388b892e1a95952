import { carryAgain } from '@wingmark/contract/carry'
import { deleteComment, getComment } from '@wingmark/contract/comments'
import { deleteFile } from '@wingmark/contract/files'
import { deleteReview, deleteReviewForGood, restoreReview } from '@wingmark/contract/reviews'
import { createTask, getTask } from '@wingmark/contract/tasks'
import { deleteAccount } from '@wingmark/contract/users'
import { deleteVersion, restoreVersion } from '@wingmark/contract/versions'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test, vi } from 'vitest'
import { sweepCarries } from '#server/modules/comments/carry/removal/store'
import { sweepTrash } from '#server/modules/reviews/trash/service'
import { RenderError } from '#server/platform/media/render-protocol'
import { type Found, findEach, newStack, place } from '../../../../test/carry-stack.ts'
import { eventually } from '../../../../test/eventually.ts'
import { addMember, newUser, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders slowly, and pins come after previews. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

/** How many rows there are of carried pins, decisions, alignments and runs, for comments and files of a review. */
async function rowsOf(file: string): Promise<number[]> {
  const { rows } = await app.deps.db.pool.query(
    `select (select count(*)::int from carries where comment_id in (select id from comments where file_id = $1)) as carries,
      (select count(*)::int from fixes where comment_id in (select id from comments where file_id = $1)) as fixes,
      (select count(*)::int from alignments where file_id = $1) as alignments,
      (select count(*)::int from carry_runs where file_id = $1) as runs`,
    [file],
  )
  return Object.values(rows[0])
}

test('what could not be read says why and is tried again; what broke off is done again, with no row twice', async () => {
  const { owner, id, say, add, fixes, carried } = await newStack(app)
  for (let n = 0; n < 60; n++) await say({ x: n / 60, y: 0.5 })
  let calls = 0
  const fail: { how: (call: number) => void } = {
    how: () => {
      throw new RenderError('TOO_SLOW')
    },
  }
  const stop = findEach(app, (): Found => {
    fail.how(calls++)
    return { outcome: 'UNCHANGED', confidence: 'SURE' }
  })
  await add()
  await eventually(async () =>
    expect(await fixes()).toMatchObject({ state: 'FAILED', error: 'This file takes too long to preview.' }),
  )
  expect((await rowsOf(id))[0]).toBe(0)
  calls = 0
  fail.how = (call) => {
    if (call === 1) throw new Error('the process was ended')
  }
  await app.call(carryAgain, { params: { id }, body: { version: 2 } }, owner)
  await eventually(async () => expect((await rowsOf(id))[0]).toBe(50))
  expect(await carried(2)).toHaveLength(60)
  expect(await rowsOf(id)).toEqual([60, 0, 0, 1])
  expect(calls).toBe(3)
  stop()
})

test('rows go with the comment, file, review and account, and come back with what is restored', async () => {
  const { owner, review, id, say, add, carried, fixes, put, decide } = await newStack(app)
  const editor = await newUser(app, 'Emil Editor')
  await addMember(app, review._id, editor, 'EDITOR')
  const [first, second] = [await say(), await say()]
  await add()
  await carried(2)
  await decide(editor, first._id, 2, 'REOPENED')
  await put(editor, second._id, place(2, { x: 0.5, y: 0.5 }))
  await app.call(deleteFile, { params: { id } }, owner)
  await app.call(restoreReview, { params: { id } }, owner)
  await app.call(deleteReview, { params: { id: review._id } }, owner)
  await app.call(restoreReview, { params: { id: review._id } }, owner)
  expect(await fixes()).toMatchObject({ checked: 2 })

  await app.call(deleteAccount, { body: { password } }, editor)
  const left = (await fixes()).fixes
  expect(left.map(({ checked }) => checked?.by)).toEqual([null, null])
  expect((await decide(owner, first._id, 2, 'ACCEPTED')).body).toMatchObject({ code: 'DECIDED' })
  await app.call(deleteComment, { params: { id: first._id } }, owner)
  expect(await rowsOf(id)).toEqual([2, 0, 0, 1])
  await app.call(deleteFile, { params: { id } }, owner)
  expect((await app.call(deleteReviewForGood, { params: { id } }, owner)).status).toBe(200)
  const { rows } = await app.deps.db.pool.query('select 1 from carries where comment_id = any($1)', [
    [first._id, second._id],
  ])
  expect(rows).toEqual([])
})

test('rows of a removed version come back with it, and go once it is deleted for good', async () => {
  const { owner, id, say, add, carried, put, on } = await newStack(app)
  const { _id } = await say()
  await add()
  await carried(2)
  await put(owner, _id, place(2, { x: 0.5, y: 0.5 }))
  await app.call(deleteVersion, { params: { id, number: '2' } }, owner)
  await sweepCarries(app.deps)
  await app.call(restoreVersion, { params: { id, number: '2' } }, owner)
  expect((await on(2))[0]?.carried).toMatchObject({ by: 'PERSON', marker: { y: 0.5 } })

  await app.call(deleteVersion, { params: { id, number: '2' } }, owner)
  const age =
    "update reviews set deleted_at = now() - interval '2 days' where id in (select review_id from files where stack_id = $1)"
  await app.deps.db.pool.query(age, [id])
  await sweepTrash(app.deps)
  await sweepCarries(app.deps)
  expect(await rowsOf(id)).toEqual([0, 0, 0, 0])
  expect((await on(1))[0]).toMatchObject({ _id, status: 'OPEN' })
})

test('a task made of a comment follows its fix', async () => {
  const { owner, say, add, carried, decide } = await newStack(app)
  const { _id: comment } = await say()
  const workspace = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result
    ._id
  const { _id: id } = (await app.call(createTask, { body: { workspace, comment } }, owner)).body.result
  const status = async () => (await app.call(getTask, { params: { id } }, owner)).body.result.status
  const before = await status()
  await add()
  await carried(2)
  await decide(owner, comment, 2, 'ACCEPTED')
  expect(await status()).not.toEqual(before)
  await decide(owner, comment, 2, 'UNCHECKED')
  expect(await status()).not.toEqual('DONE')
  expect((await app.call(getComment, { params: { id: comment } }, owner)).body.result.status).toBe('OPEN')
})
