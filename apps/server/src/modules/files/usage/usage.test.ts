import { getStorageUse } from '@wingmark/contract/storage-use'
import { getUsage } from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFile, newReview, newUser, png, upload } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the sums together are what is used, and the largest come first', async () => {
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
