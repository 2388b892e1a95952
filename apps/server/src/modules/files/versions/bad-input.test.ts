import { createComment } from '@wingmark/contract/comments'
import { deleteFile, type File, getFile, unlockFile } from '@wingmark/contract/files'
import { getReview, listMyReviews, restoreReview } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import * as contract from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile, finished } from '../../../../test/files.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { lockedPdf } from '../../../../test/locked-pdf.ts'
import { newFile, newReview, newUser, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { statementsOf } from '../../../../test/statements-of.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

const add = (id: string, file: string, note = '') =>
  app.call(contract.addVersion, { params: { id }, body: { file, note } }, owner)
const versions = async (id: string) =>
  (await app.call(contract.listVersions, { params: { id } }, owner)).body.results
const numbers = async (id: string) =>
  (await versions(id)).map(({ number, isCurrent }) => (isCurrent ? `${number} current` : number))
const newStack = async () => {
  const { review, files } = await newReview(app, owner)
  return { review, id: files[0]?._id ?? '', first: files[0] as File }
}
const make = (id: string, number: number, body: { current?: true; note?: string }) =>
  app.call(contract.changeVersion, { params: { id, number: String(number) }, body }, owner)
const onlyVersions = (rows: { number: number }[]) => rows.map(({ number }) => number)

test('a file has at most 100 versions, and a note at most 500 characters', async () => {
  const { id } = await newStack()
  const { _id: file } = await newFile(app, owner)
  expect(await add(id, file, 'x'.repeat(501))).toMatchObject({
    status: 422,
    body: { errors: { note: 'A note can have at most 500 characters.' } },
  })
  await app.deps.db.pool.query('update files set version_count = 99, last_version = 120 where id = $1', [id])
  expect((await add(id, file, 'x'.repeat(500))).body.result).toMatchObject({ added: 121, version: 121 })
  const { _id: next } = await newFile(app, owner)
  expect(await add(id, next)).toMatchObject({
    status: 422,
    body: { errors: { file: 'A file can have at most 100 versions.' } },
  })
  expect((await app.call(getFile, { params: { id: next } }, owner)).status).toBe(200)
  expect((await app.call(getFile, { params: { id } }, owner)).body.result).toMatchObject({ version: 121 })
})

test('many at once get numbers without a hole, and each answer names its own', async () => {
  const { id } = await newStack()
  const files = await Promise.all(Array.from({ length: 6 }, () => newFile(app, owner)))
  const answers = await Promise.all(files.map((file) => add(id, file._id)))
  expect(answers.map(({ body }) => body.result.added).toSorted()).toEqual([2, 3, 4, 5, 6, 7])
  expect(onlyVersions(await versions(id))).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('neither the file itself, nor one of another review, nor one that is deleted becomes a version', async () => {
  const [{ id }, other] = [await newStack(), await newStack()]
  const gone = await newFile(app, owner)
  await app.call(deleteFile, { params: { id: gone._id } }, owner)
  const held = await newStack()
  await app.call(deleteFile, { params: { id: held.id } }, owner)
  const attachment = await newFile(app, owner, { purpose: 'COMMENT' })
  const body = { file: id, type: 'GENERAL' as const, message: 'See.', files: [attachment._id] }
  await app.call(createComment, { body }, owner)
  for (const file of [id, id.toUpperCase(), other.id, gone._id, held.id, attachment._id])
    expect((await add(id, file)).status).toBe(422)
  expect(await numbers(id)).toEqual(['1 current'])
})

test('a version that comes while its file is deleted is in it or refused, and never lost', async () => {
  for (let round = 0; round < 4; round++) {
    const { id } = await newStack()
    const { _id: file } = await newFile(app, owner)
    const [added, removed] = await Promise.all([
      add(id, file),
      app.call(deleteFile, { params: { id } }, owner),
    ])
    expect(removed.status).toBe(200)
    expect([201, 404]).toContain(added.status)
    expect((await app.call(restoreReview, { params: { id } }, owner)).status).toBe(200)
    const { status } = await app.call(getFile, { params: { id: file } }, owner)
    const isIn = (await versions(id)).length === 2
    expect([isIn, status]).toEqual(isIn ? [true, 404] : [false, 200])
  }
})

test('a file that is deleted while it becomes a version is either, and charged accordingly', async () => {
  for (let round = 0; round < 4; round++) {
    const person = await newUser(app)
    const { files } = await newReview(app, person)
    const [first, id] = [files[0]?.size ?? 0, files[0]?._id ?? '']
    const fresh = await newFile(app, person, { bytes: png(40, 30) })
    const [added] = await Promise.all([
      app.call(contract.addVersion, { params: { id }, body: { file: fresh._id } }, person),
      app.call(deleteFile, { params: { id: fresh._id } }, person),
    ])
    expect([201, 422]).toContain(added.status)
    const { body } = await app.call(contract.listVersions, { params: { id } }, person)
    const used = (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
    expect([body.results.length, used]).toEqual(added.status === 201 ? [2, first + fresh.size] : [1, first])
  }
})

test('a review with stacks of 20 versions is read by the same statements as one without', async () => {
  const person = await newUser(app)
  const { review, files } = await newReview(app, person)
  const one = { params: { id: review._id } }
  const asked = async () => {
    await waitUntilIdle(app)
    return statementsOf(app, async () => {
      await app.call(getReview, one, person)
      await app.call(listMyReviews, { query: { limit: 100 } }, person)
    })
  }
  const before = await asked()
  for (let n = 2; n <= 20; n++) {
    const { _id: file } = await newFile(app, person)
    await app.call(contract.addVersion, { params: { id: files[0]?._id ?? '' }, body: { file } }, person)
  }
  expect(await asked()).toEqual(before)
})

const broken = Buffer.concat([png(30, 30).subarray(0, 60), Buffer.alloc(200, 7)])

test('a new version that cannot be rendered is kept, and the current one stays', async () => {
  const { review, id } = await newStack()
  const live = await listenToReview(app.url, review._id, owner)
  const { _id: file } = await newFile(app, owner, { bytes: broken })
  expect((await add(id, file)).body.result.added).toBe(2)
  await eventually(async () => {
    const [newest] = await versions(id)
    expect(newest).toMatchObject({ number: 2, isCurrent: false, file: { state: 'FAILED' } })
  })
  await live.next('version.added')
  live.close()
  expect(await numbers(id)).toEqual([2, '1 current'])
  await waitUntilIdle(app)

  const known = await finished(app, owner, await newFile(app, owner, { bytes: broken }))
  expect(known.state).toBe('FAILED')
  expect((await add(id, known._id)).body.result).toMatchObject({ added: 3, version: 1, versionCount: 3 })
  expect(await numbers(id)).toEqual([3, 2, '1 current'])
  expect((await make(id, 3, { current: true })).body.result).toMatchObject({ number: 3, isCurrent: true })
  const { _id: good } = await newFile(app, owner)
  expect((await add(id, good)).body.result).toMatchObject({ added: 4, version: 4 })
})

test('a PDF with a password does not become current by itself; made current, it can be unlocked', async () => {
  const { id } = await newStack()
  const bytes = lockedPdf('Secret')
  const pdf = await finished(app, owner, await newFile(app, owner, { bytes, name: 'brief.pdf' }))
  expect((await add(id, pdf._id)).body.result).toMatchObject({ added: 2, version: 1 })
  expect((await versions(id))[0]).toMatchObject({ file: { state: 'FAILED', locked: true } })
  await make(id, 2, { current: true })
  const { status } = await app.call(unlockFile, { params: { id }, body: { password: 'Secret' } }, owner)
  expect(status).toBe(200)
  const ready = await finished(app, owner, (await app.call(getFile, { params: { id } }, owner)).body.result)
  expect(ready).toMatchObject({ version: 2, state: 'READY', width: 200 })
})

test('the smallest and the longest picture are versions like any other', async () => {
  const { id } = await newStack()
  for (const [index, [width, height]] of (
    [
      [1, 1],
      [8, 16_384],
    ] as const
  ).entries()) {
    const { _id: file } = await newFile(app, owner, { bytes: png(width, height) })
    const { result } = (await add(id, file)).body
    const ready = await finished(app, owner, result)
    expect(ready).toMatchObject({ version: index + 2, state: 'READY', width, height })
    expect((await fetchFile(app, ready.thumbnailUrl)).status).toBe(200)
  }
})
