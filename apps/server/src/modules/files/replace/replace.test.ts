import { createComment, listFileComments } from '@wingmark/contract/comments'
import * as contract from '@wingmark/contract/files'
import { getReview } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { fetchFile, finished } from '../../../../test/files.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { addMember, newFile, newReview, newUser, type Person, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Edgar Editor')
})

const used = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
const replace = (id: string, file: string, caller: Person) =>
  app.call(contract.replaceFile, { params: { id }, body: { file } }, caller)

test('an editor replaces a file: comments stay, the bytes and who is charged for them change, all hear of it', async () => {
  const { review, files } = await newReview(app, owner, 2)
  await addMember(app, review._id, editor, 'EDITOR')
  const id = files[0]?._id ?? ''
  const before = await finished(app, owner, files[0] as contract.File)
  await finished(app, owner, files[1] as contract.File)
  const marker = { page: 1, x: 0.25, y: 0.5 }
  const comment = { file: id, marker, message: 'Larger, please.' }
  const made = (await app.call(createComment, { body: comment }, owner)).body.result
  const [ownersBytes, editorsBytes] = [await used(owner), await used(editor)]

  const bytes = png(40, 30)
  const fresh = await newFile(app, editor, { bytes, name: 'second.png' })
  const live = await listenToReview(app.url, review._id, owner)
  const { status, body } = await replace(id, fresh._id, editor)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ _id: id, name: 'second.png', commentCount: 1, openCount: 1 })
  expect(body.result.key).not.toBe(before.key)
  expect((await live.next('file.ready')).data).toMatchObject({ _id: id, name: 'second.png' })
  live.close()

  const drawn = await finished(app, owner, body.result)
  expect(drawn).toMatchObject({ width: 40, height: 30 })
  expect(Buffer.from(await (await fetchFile(app, drawn.url ?? '')).arrayBuffer())).toEqual(bytes)
  expect((await fetchFile(app, before.url ?? '')).status).toBe(404)
  const listed = await app.call(listFileComments, { params: { id } }, owner)
  expect(listed.body.results).toMatchObject([{ _id: made._id, number: made.number, marker }])
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.files.map((file) => file._id)).toEqual(files.map((file) => file._id))
  expect(await used(owner)).toBe(ownersBytes - before.size)
  expect(await used(editor)).toBe(editorsBytes + bytes.length)
  expect((await app.call(contract.getFile, { params: { id: fresh._id } }, editor)).status).toBe(404)
})

test('only a free file of one’s own takes the place of another', async () => {
  const { files } = await newReview(app, owner, 2)
  const [first = '', second = ''] = files.map((file) => file._id)
  const others = await newFile(app, editor)
  const attached = await newFile(app, owner, { purpose: 'COMMENT' })
  for (const file of [second, first, others._id, attached._id, crypto.randomUUID()])
    expect((await replace(first, file, owner)).status).toBe(422)
  const free = await newFile(app, owner)
  expect((await replace(free._id, attached._id, owner)).status).toBe(409)
  const both = await Promise.all([replace(first, free._id, owner), replace(second, free._id, owner)])
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 422])
})
