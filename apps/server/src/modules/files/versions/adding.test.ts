import { createComment, listFileComments } from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { getReview } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import { addVersion, listVersions } from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { addMember, newFile, newReview, newUser, png } from '../../../../test/people.ts'
import { sendAndCut } from '../../../../test/send-and-cut.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const marker = { page: 1, x: 0.25, y: 0.5 }

test('comments written while versions are added stay, each with its own number', async () => {
  const [owner, editor] = [await newUser(app), await newUser(app)]
  const { review, files } = await newReview(app, owner)
  await addMember(app, review._id, editor, 'EDITOR')
  const id = files[0]?._id ?? ''
  const fresh = await Promise.all([1, 2, 3].map(() => newFile(app, editor, { bytes: png(40, 30) })))
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, n) =>
      app.call(createComment, { body: { file: id, marker, message: `Comment ${n}` } }, owner),
    ),
    ...fresh.map((file) => app.call(addVersion, { params: { id }, body: { file: file._id } }, editor)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(201))
  const { results } = (await app.call(listFileComments, { params: { id } }, owner)).body
  expect(results.map(({ number }) => number).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.files).toMatchObject([{ _id: id, version: 4, commentCount: 12, openCount: 12 }])
})

test('a repeated call answers the version that it added, whatever came after it', async () => {
  const person = await newUser(app)
  const { files } = await newReview(app, person)
  const id = files[0]?._id ?? ''
  const add = async (key: string, file: string) => {
    const headers = { 'idempotency-key': key }
    return app.call(addVersion, { params: { id }, body: { file }, headers }, person)
  }
  const [second, third] = [await newFile(app, person), await newFile(app, person)]
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect((await add(one, second._id)).body.result).toMatchObject({ added: 2, version: 2 })
  expect((await add(other, third._id)).body.result).toMatchObject({ added: 3, version: 3 })
  expect(await add(one, second._id)).toMatchObject({
    status: 201,
    body: { result: { added: 2, version: 3 } },
  })
  expect((await add(other, third._id)).body.result).toMatchObject({ added: 3 })
  expect((await app.call(listVersions, { params: { id } }, person)).body.results).toHaveLength(3)
})

test('a file whose new version is interrupted has one version or two, with its comments', async () => {
  const person = await newUser(app)
  const { files } = await newReview(app, person)
  const id = files[0]?._id ?? ''
  await app.call(createComment, { body: { file: id, marker, message: 'Larger, please.' } }, person)
  const fresh = await newFile(app, person, { bytes: png(40, 30), name: 'second.png' })
  const used = async () => (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
  const usedBefore = await used()
  const fileNow = async (which: string) => app.call(getFile, { params: { id: which } }, person)
  const cutAt = (sent: 'half' | 'all') =>
    sendAndCut(app, addVersion, { id, body: { file: fresh._id }, caller: person, sent })

  await cutAt('half')
  expect((await fileNow(id)).body.result).toMatchObject({ name: files[0]?.name, commentCount: 1 })
  expect((await fileNow(fresh._id)).status).toBe(200)

  await cutAt('all')
  await eventually(async () => expect((await fileNow(id)).body.result.version).toBe(2))
  expect((await fileNow(id)).body.result).toMatchObject({ name: files[0]?.name, commentCount: 1 })
  expect((await fileNow(fresh._id)).status).toBe(404)
  expect(await used()).toBe(usedBefore)
  // A second try is refused; nothing becomes a version twice.
  const again = await app.call(addVersion, { params: { id }, body: { file: fresh._id } }, person)
  expect(again.status).toBe(422)
  expect((await app.call(listVersions, { params: { id } }, person)).body.results).toHaveLength(2)
})
