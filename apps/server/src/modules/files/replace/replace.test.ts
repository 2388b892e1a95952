import { createComment, listFileComments } from '@wingmark/contract/comments'
import * as contract from '@wingmark/contract/files'
import { getReview } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile, finished } from '../../../../test/files.ts'
import { listenToReview } from '../../../../test/listen-live.ts'
import { addMember, newFile, newReview, newUser, type Person, png } from '../../../../test/people.ts'
import { sendAndCut } from '../../../../test/send-and-cut.ts'
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

test('an editor replaces a file: comments stay, the bytes and their charge change, everyone gets the event', async () => {
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

  const rendered = await finished(app, owner, body.result)
  expect(rendered).toMatchObject({ width: 40, height: 30 })
  expect(Buffer.from(await (await fetchFile(app, rendered.url ?? '')).arrayBuffer())).toEqual(bytes)
  expect((await fetchFile(app, before.url ?? '')).status).toBe(404)
  const listed = await app.call(listFileComments, { params: { id } }, owner)
  expect(listed.body.results).toMatchObject([{ _id: made._id, number: made.number, marker }])
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.files.map((file) => file._id)).toEqual(files.map((file) => file._id))
  expect(await used(owner)).toBe(ownersBytes - before.size)
  expect(await used(editor)).toBe(editorsBytes + bytes.length)
  expect((await app.call(contract.getFile, { params: { id: fresh._id } }, editor)).status).toBe(404)
})

test('only an unattached file of one user replaces another', async () => {
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

test('comments during a replacement stay, each with its own number', async () => {
  const { review, files } = await newReview(app, owner)
  await addMember(app, review._id, editor, 'EDITOR')
  const id = files[0]?._id ?? ''
  const fresh = await Promise.all([1, 2, 3].map(() => newFile(app, editor, { bytes: png(40, 30) })))
  const marker = { page: 1, x: 0.25, y: 0.5 }
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, n) =>
      app.call(createComment, { body: { file: id, marker, message: `Comment ${n}` } }, owner),
    ),
    ...fresh.map((file) => replace(id, file._id, editor)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(201), 200, 200, 200])
  const { results } = (await app.call(listFileComments, { params: { id } }, owner)).body
  expect(results.map(({ number }) => number).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    Array.from({ length: 12 }, (_, n) => n + 1),
  )
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.files).toMatchObject([{ _id: id, commentCount: 12, openCount: 12 }])
})

test('a file whose replacement is interrupted is the old one or the new one, with its comments', async () => {
  const person = await newUser(app)
  const { files } = await newReview(app, person)
  const id = files[0]?._id ?? ''
  const marker = { page: 1, x: 0.25, y: 0.5 }
  await app.call(createComment, { body: { file: id, marker, message: 'Larger, please.' } }, person)
  const bytes = png(40, 30)
  const fresh = await newFile(app, person, { bytes, name: 'second.png' })
  const usedBefore = await used(person)
  const fileNow = async (which: string) => app.call(contract.getFile, { params: { id: which } }, person)
  const cutAt = (sent: 'half' | 'all') =>
    sendAndCut(app, contract.replaceFile, { id, body: { file: fresh._id }, caller: person, sent })

  await cutAt('half')
  expect((await fileNow(id)).body.result).toMatchObject({ name: files[0]?.name, commentCount: 1 })
  expect((await fileNow(fresh._id)).status).toBe(200)
  expect(await used(person)).toBe(usedBefore)

  await cutAt('all')
  await eventually(async () => expect((await fileNow(id)).body.result.name).toBe('second.png'))
  expect((await fileNow(id)).body.result.commentCount).toBe(1)
  expect((await fileNow(fresh._id)).status).toBe(404)
  expect(await used(person)).toBe(bytes.length)
  // A second try is refused; nothing is replaced twice.
  expect((await replace(id, fresh._id, person)).status).toBe(422)
})
