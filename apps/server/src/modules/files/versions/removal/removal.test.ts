import { createComment, getComment, listFileComments } from '@wingmark/contract/comments'
import { deleteFile, getFile } from '@wingmark/contract/files'
import {
  deleteReview,
  deleteReviewForGood,
  getReview,
  listDeletedReviews,
  restoreReview,
} from '@wingmark/contract/reviews'
import { createTask, getTask } from '@wingmark/contract/tasks'
import { getUsage } from '@wingmark/contract/users'
import * as contract from '@wingmark/contract/versions'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { sweepTrash } from '#server/modules/reviews/trash/service'
import { eventually } from '../../../../../test/eventually.ts'
import { listenToReview } from '../../../../../test/listen-live.ts'
import { newFile, newReview, newUser, type Person, png } from '../../../../../test/people.ts'
import { withApp } from '../../../../../test/shared-app.ts'
import type { TestApp } from '../../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const marker = { page: 1, x: 0.25, y: 0.5 }
const used = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
const secondSize = png(40, 30).length

/** A review of one file with three versions, and a comment with an attachment on each. */
async function newStack() {
  const owner = await newUser(app, 'Olga Owner')
  const { review, files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const say = async (version?: number) => {
    const attachment = await newFile(app, owner, { purpose: 'COMMENT' })
    const words = { message: 'Larger, please.', files: [attachment._id], ...(version && { version }) }
    return (await app.call(createComment, { body: { file: id, marker, ...words } }, owner)).body.result._id
  }
  const add = async () => {
    const { _id: file } = await newFile(app, owner, { bytes: png(40, 30), name: 'next.png' })
    return (await app.call(contract.addVersion, { params: { id }, body: { file } }, owner)).body.result
  }
  const comments = [await say()]
  await add()
  comments.push(await say())
  await add()
  comments.push(await say())
  const params = (number: number) => ({ params: { id, number: String(number) } })
  return {
    ...{ owner, review, id, add, say, comments },
    remove: (number: number) => app.call(contract.deleteVersion, params(number), owner),
    restore: (number: number) => app.call(contract.restoreVersion, params(number), owner),
    numbers: async () => {
      const { results } = (await app.call(contract.listVersions, { params: { id } }, owner)).body
      return results.map(({ number, isCurrent }) => (isCurrent ? `${number} current` : number))
    },
    listed: async () =>
      (await app.call(listFileComments, { params: { id } }, owner)).body.results.map(({ number }) => number),
    file: async () => (await app.call(getFile, { params: { id } }, owner)).body.result,
  }
}

const age = (holder: string) =>
  app.deps.db.pool.query(`update reviews set deleted_at = now() - interval '25 hours' where id = $1`, [
    holder,
  ])
const deleted = async (person: Person) => (await app.call(listDeletedReviews, {}, person)).body.results

test('a version goes with its comments, and all of it comes back', async () => {
  const { owner, review, id, comments, remove, restore, numbers, listed, file } = await newStack()
  const before = [
    await used(owner),
    await file(),
    await app.call(getReview, { params: { id: review._id } }, owner),
  ]
  const all = (await app.call(contract.listVersions, { params: { id } }, owner)).body.results
  expect(all).toMatchObject([
    { commentCount: 1, can: { makeCurrent: false, delete: true } },
    { commentCount: 1, can: { makeCurrent: true, delete: true } },
    { commentCount: 1 },
  ])
  const live = await listenToReview(app.url, review._id, owner)
  const { status, body } = await remove(2)
  expect(status, body.message).toBe(200)
  expect(body.result).toMatchObject({ _id: id, version: 3, versionCount: 2, commentCount: 2, openCount: 2 })
  expect((await live.next('version.removed')).data).toMatchObject({ _id: id, versionCount: 2 })
  expect(await numbers()).toEqual(['3 current', 1])
  expect(await listed()).toEqual([1, 3])
  expect((await app.call(getComment, { params: { id: comments[1] ?? '' } }, owner)).status).toBe(404)
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.review).toMatchObject({ fileCount: 1, commentCount: 2, openCount: 2 })
  expect(await deleted(owner)).toMatchObject([
    {
      type: 'FILE',
      name: 'design-1.png (version 2)',
      fileCount: 1,
      commentCount: 1,
      review: { _id: review._id },
    },
  ])

  expect((await restore(2)).body.result).toMatchObject({ version: 3, versionCount: 3, commentCount: 3 })
  expect((await live.next('version.added')).data).toMatchObject({ versionCount: 3, commentCount: 3 })
  live.close()
  expect((await restore(2)).status).toBe(200)
  expect(await numbers()).toEqual(['3 current', 2, 1])
  expect(await listed()).toEqual([1, 2, 3])
  expect(await deleted(owner)).toEqual([])
  const after = [
    await used(owner),
    await file(),
    await app.call(getReview, { params: { id: review._id } }, owner),
  ]
  expect(after[0]).toBe(before[0])
  expect(after[1]).toMatchObject({
    commentCount: 3,
    openCount: 3,
    lastSaidAt: (before[1] as { lastSaidAt: string }).lastSaidAt,
  })
})

test('without the current version the newest left is current, until the other is restored', async () => {
  const { remove, restore, numbers, listed, file, add } = await newStack()
  expect((await remove(3)).body.result).toMatchObject({ version: 2, name: 'design-1.png', commentCount: 2 })
  expect(await numbers()).toEqual(['2 current', 1])
  expect(await listed()).toEqual([1, 2])
  await restore(3)
  expect(await numbers()).toEqual(['3 current', 2, 1])
  expect(await listed()).toEqual([1, 2, 3])

  await remove(3)
  expect(await add()).toMatchObject({ version: 4, versionCount: 3 })
  await restore(3)
  expect(await numbers()).toEqual(['4 current', 3, 2, 1])
  for (const number of [4, 3, 2]) expect((await remove(number)).status).toBe(200)
  expect(await file()).toMatchObject({ version: 1, versionCount: 1, commentCount: 1 })
  expect(await remove(1)).toMatchObject({ status: 409, body: { message: contract.onlyVersionStays } })
})

test('an act on a version that was removed answers with the current one', async () => {
  const { owner, id, remove, restore, say } = await newStack()
  await remove(2)
  const stale = { status: 409, body: { code: 'VERSION_CHANGED', version: 3 } }
  expect(await remove(2)).toMatchObject(stale)
  const change = { params: { id, number: '2' }, body: { current: true as const } }
  expect(await app.call(contract.changeVersion, change, owner)).toMatchObject(stale)
  const comment = { file: id, marker, message: 'There?', version: 2 }
  expect(await app.call(createComment, { body: comment }, owner)).toMatchObject(stale)
  expect((await remove(9)).status).toBe(404)
  expect((await restore(9)).status).toBe(404)
  expect(await say(3)).not.toBe('')
})

test('a removed version is charged for a day, then it and its comments are gone', async () => {
  const { owner, id, comments, remove, restore, numbers, add } = await newStack()
  const [before, attachment] = [await used(owner), png().length]
  await remove(3)
  expect(await used(owner)).toBe(before)
  const [held] = await deleted(owner)
  await age(held?._id ?? '')
  expect((await restore(3)).status).toBe(404)
  await eventually(async () => {
    await sweepTrash(app.deps)
    expect(await used(owner)).toBe(before - secondSize - attachment)
  })
  expect((await app.call(getComment, { params: { id: comments[2] ?? '' } }, owner)).status).toBe(404)
  expect(await numbers()).toEqual(['2 current', 1])
  expect(await add()).toMatchObject({ version: 4 })
  expect((await app.call(getFile, { params: { id } }, owner)).status).toBe(200)
})

test('removed versions come back from the trash like files, and go for good with their file or review', async () => {
  const { owner, review, id, remove, restore, numbers, listed } = await newStack()
  await remove(3)
  const [held] = await deleted(owner)
  expect((await app.call(restoreReview, { params: { id: held?._id ?? '' } }, owner)).status).toBe(200)
  expect(await numbers()).toEqual(['3 current', 2, 1])

  await remove(2)
  await app.call(deleteFile, { params: { id } }, owner)
  expect((await restore(2)).status).toBe(404)
  await app.call(restoreReview, { params: { id } }, owner)
  expect((await restore(2)).status).toBe(200)
  await remove(2)
  await app.call(deleteReview, { params: { id: review._id } }, owner)
  await app.call(restoreReview, { params: { id: review._id } }, owner)
  expect(await numbers()).toEqual(['3 current', 1])
  expect((await restore(2)).status).toBe(200)
  expect(await listed()).toEqual([1, 2, 3])

  await remove(2)
  await app.call(deleteFile, { params: { id } }, owner)
  expect((await app.call(deleteReviewForGood, { params: { id } }, owner)).status).toBe(200)
  expect(await deleted(owner)).toEqual([])
  expect(await used(owner)).toBe(0)
})

test('a review that is deleted for good takes its removed versions along', async () => {
  const { owner, review, remove } = await newStack()
  await remove(3)
  await remove(1)
  await app.call(deleteReview, { params: { id: review._id } }, owner)
  expect((await app.call(deleteReviewForGood, { params: { id: review._id } }, owner)).status).toBe(200)
  expect(await used(owner)).toBe(0)
})

test('a task made of a comment loses it with the version, and has it again', async () => {
  const { owner, comments, remove, restore } = await newStack()
  const workspace = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result
    ._id
  const comment = comments[1] ?? ''
  const task = (await app.call(createTask, { body: { workspace, comment } }, owner)).body.result
  const source = async () => (await app.call(getTask, { params: { id: task._id } }, owner)).body.result.source
  const made = await source()
  expect(made).not.toBeNull()
  await remove(2)
  expect(await source()).not.toEqual(made)
  await restore(2)
  expect(await source()).toMatchObject({ comment })
})
