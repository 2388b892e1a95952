import { deleteFile } from '@wingmark/contract/files'
import { deleteReviewForGood } from '@wingmark/contract/reviews'
import { getStorageUse } from '@wingmark/contract/storage-use'
import { getUsage } from '@wingmark/contract/users'
import { addVersion, deleteVersion, listVersions } from '@wingmark/contract/versions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountStorage } from '#server/modules/files/usage/service'
import { keptLog } from '../../../../test/kept-log.ts'
import { newFile, newReview, newUser, png, upload } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the sums add up to the storage used, and the largest come first', async () => {
  const person = await newUser(app)
  const { review } = await newReview(app, person, 2)
  const large = await newFile(app, person, { bytes: png(200, 100), name: 'large.png' })
  await upload(app, person, { purpose: 'COMMENT' })
  await upload(app, person, { purpose: 'TRANSFER', name: 'words.txt', bytes: Buffer.from('words') })
  const { result } = (await app.call(getStorageUse, {}, person)).body
  const { usedBytes } = (await app.call(getUsage, {}, person)).body.result.storage
  const { designs, attachments, transfers, unused } = result.bytes
  expect(designs + attachments + transfers + unused).toBe(usedBytes)
  expect(transfers).toBe(5)
  expect(unused).toBe(large.size)
  expect(result.files[0]).toMatchObject({ _id: large._id, use: 'UNUSED', review: null })
  expect(result.reviews).toEqual([{ _id: review._id, name: review.name, size: designs, fileCount: 2 }])
  expect((await app.call(getStorageUse, {}, await newUser(app))).body.result.files).toEqual([])
})

test('earlier versions are listed by their file and number, and free their bytes once deleted for good', async () => {
  const person = await newUser(app)
  const { review, files } = await newReview(app, person)
  const id = files[0]?._id ?? ''
  expect((await app.call(getStorageUse, {}, person)).body.result.files).toMatchObject([{ stack: null }])
  const large = await newFile(app, person, { bytes: png(200, 100), name: 'large.png' })
  const small = await newFile(app, person, { bytes: png(9, 9), name: 'small.png' })
  for (const file of [large, small])
    await app.call(addVersion, { params: { id }, body: { file: file._id } }, person)
  const used = async () => (await app.call(getStorageUse, {}, person)).body.result
  const listed = async () => (await used()).files
  expect((await used()).reviews[0]?.fileCount).toBe(1)
  const stack = (version: number) => ({ file: id, name: 'design-1.png', version })
  const of = { _id: review._id, name: review.name }
  const all = await listed()
  expect(all.map((file) => file.stack?.version).toSorted()).toEqual([1, 2, 3])
  expect(all[0]).toMatchObject({ size: large.size, use: 'DESIGN', review: of, stack: stack(2) })
  expect(all.find((file) => file._id === id)).toMatchObject({ size: small.size, stack: stack(3) })

  await app.call(deleteVersion, { params: { id, number: '2' } }, person)
  await app.call(deleteReviewForGood, { params: { id: all[0]?._id ?? '' } }, person)
  expect((await listed()).map((file) => file.stack?.version).toSorted()).toEqual([1, 3])
  const { designs } = (await app.call(getStorageUse, {}, person)).body.result.bytes
  expect((await app.call(getUsage, {}, person)).body.result.storage.usedBytes).toBe(designs)
  expect((await app.call(listVersions, { params: { id } }, person)).body.results).toHaveLength(2)
})

test('a charge that differs from the sum of the files is repaired at night, and logged', async () => {
  const [person, other] = [await newUser(app), await newUser(app)]
  await newFile(app, person, { bytes: png(120, 80), name: 'own.png' })
  await newFile(app, other)
  const used = async (of: typeof person) => (await app.call(getUsage, {}, of)).body.result.storage.usedBytes
  const [right, rightOfOther] = [await used(person), await used(other)]
  await app.deps.db.pool.query('update users set used_bytes = used_bytes + 4711 where id = $1', [
    person.user._id,
  ])
  const { log, lines } = keptLog()
  await recountStorage({ ...app.deps, log })
  expect([await used(person), await used(other)]).toEqual([right, rightOfOther])
  expect(lines()).toEqual([
    expect.objectContaining({ user: person.user._id, before: right + 4711, after: right }),
  ])
  await recountStorage({ ...app.deps, log })
  expect(lines()).toHaveLength(1)
})

test('uploads and deletions during the recount stay correct', async () => {
  const person = await newUser(app)
  const going = await Promise.all(Array.from({ length: 6 }, () => newFile(app, person)))
  await app.deps.db.pool.query('update users set used_bytes = used_bytes + 99 where id = $1', [
    person.user._id,
  ])
  await Promise.all([
    ...Array.from({ length: 6 }, () => newFile(app, person)),
    ...going.map(({ _id: id }) => app.call(deleteFile, { params: { id } }, person)),
    recountStorage(app.deps),
  ])
  const { unused } = (await app.call(getStorageUse, {}, person)).body.result.bytes
  expect((await app.call(getUsage, {}, person)).body.result.storage.usedBytes).toBe(unused)
})
