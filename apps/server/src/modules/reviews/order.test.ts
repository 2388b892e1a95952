import { deleteFile } from '@wingmark/contract/files'
import * as contract from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { listenToReview } from '../../../test/listen-live.ts'
import { addMember, newReview, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

test('two editors who move files at once both get what they want, in one order', async () => {
  const { review, files } = await newReview(app, owner, 5)
  const editor = await newUser(app, 'Edgar Editor')
  await addMember(app, review._id, editor, 'EDITOR')
  const [a = '', b = '', c = '', d = '', e = ''] = files.map((file) => file._id)
  const move = (moving: string[], before: string | null, caller: Person) =>
    app.call(contract.moveFiles, { params: { id: review._id }, body: { files: moving, before } }, caller)
  const live = await listenToReview(app.url, review._id, editor)
  const answers = await Promise.all([move([e], a, owner), move([a, b], d, editor)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  const page = await app.call(contract.getReview, { params: { id: review._id } }, editor)
  // Whoever came first, `e` is before where `a` was, and `a` and `b` before `d`.
  const now = page.body.result.review.files
  expect([
    [e, c, a, b, d],
    [c, e, a, b, d],
  ]).toContainEqual(now)
  await live.next('review.updated')
  expect((await live.next('review.updated')).data).toMatchObject({ files: now })
  live.close()
  expect((await move([c], null, editor)).body.result.review.files.at(-1)).toBe(c)
  expect((await move([crypto.randomUUID()], null, owner)).status).toBe(422)
  expect((await move([a], crypto.randomUUID(), owner)).status).toBe(422)
  expect((await move([], null, owner)).status).toBe(422)
})

test('a file is chosen as the cover, and once it is gone the first one is it again', async () => {
  const { review, files } = await newReview(app, owner, 2)
  const [first, second] = files
  const other = await newReview(app, owner, 1)
  const choose = (cover: string | null) =>
    app.call(contract.updateReview, { params: { id: review._id }, body: { cover } }, owner)
  const coverOf = async () =>
    (await app.call(contract.getReview, { params: { id: review._id } }, owner)).body.result.review.cover
  expect((await choose(second?._id ?? '')).body.result.review.cover).toBe(second?.key)
  expect((await choose(other.files[0]?._id ?? '')).status).toBe(422)
  const mine = await app.call(contract.listMyReviews, {}, owner)
  expect(mine.body.results.find((one) => one._id === review._id)?.cover).toBe(second?.key)
  await app.call(deleteFile, { params: { id: second?._id ?? '' } }, owner)
  expect(await coverOf()).toBe(first?.key)
  expect((await choose(null)).body.result.review.cover).toBe(first?.key)
})
