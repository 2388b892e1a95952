import { createComment, listFileComments } from '@wingmark/contract/comments'
import { deleteFile, type File, getFile } from '@wingmark/contract/files'
import { getReview, restoreReview } from '@wingmark/contract/reviews'
import { getUsage } from '@wingmark/contract/users'
import * as contract from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { sweepTrash } from '#server/modules/reviews/trash/service'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile, finished } from '../../../../test/files.ts'
import { holdRendering } from '../../../../test/hold-rendering.ts'
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

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>'
const marker = { page: 1, x: 0.25, y: 0.5 }
const used = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
const add = (id: string, file: string, caller: Person, note = '') =>
  app.call(contract.addVersion, { params: { id }, body: { file, note } }, caller)
const addNew = async (id: string, caller: Person, name = 'second.png') =>
  (await add(id, (await newFile(app, caller, { bytes: png(40, 30), name }))._id, caller)).body.result
const versions = async (id: string, caller = owner) =>
  (await app.call(contract.listVersions, { params: { id } }, caller)).body.results
const say = (file: string, version?: number) =>
  app.call(
    createComment,
    { body: { file, marker, message: 'Larger, please.', ...(version && { version }) } },
    owner,
  )
const listed = async (id: string, query: { version?: number; until?: number; status?: 'OPEN' }) =>
  (await app.call(listFileComments, { params: { id }, query }, owner)).body
const change = (id: string, number: number, body: { note?: string; current?: true }, caller = owner) =>
  app.call(contract.changeVersion, { params: { id, number: String(number) }, body }, caller)

test('an editor adds a version: the file keeps its id, the earlier one its bytes, address and comments', async () => {
  const { review, files } = await newReview(app, owner)
  await addMember(app, review._id, editor, 'EDITOR')
  const first = await finished(app, owner, files[0] as File)
  expect(first).toMatchObject({ version: 1, versionCount: 1 })
  expect((await say(first._id)).body.result).toMatchObject({ version: 1, number: 1 })
  const [ownersBytes, editorsBytes] = [await used(owner), await used(editor)]

  const bytes = png(40, 30)
  const fresh = await newFile(app, editor, { bytes, name: 'second.png' })
  const live = await listenToReview(app.url, review._id, owner)
  const { status, body } = await add(first._id, fresh._id, editor, 'Calmer')
  expect(status).toBe(201)
  expect(body.result).toMatchObject({
    _id: first._id,
    name: 'design-1.png',
    version: 2,
    versionCount: 2,
    openCount: 1,
  })
  expect((await live.next('version.added')).data).toMatchObject({ _id: first._id, version: 2 })
  live.close()
  await finished(app, owner, body.result)

  expect(await versions(first._id)).toMatchObject([
    {
      number: 2,
      isCurrent: true,
      note: 'Calmer',
      by: { name: 'Edgar Editor' },
      openCount: 0,
      file: { width: 40 },
    },
    {
      number: 1,
      isCurrent: false,
      note: '',
      by: { name: 'Olga Owner' },
      openCount: 1,
      file: { key: first.key },
    },
  ])
  expect((await fetchFile(app, first.url ?? '')).status).toBe(200)
  expect((await say(first._id)).body.result).toMatchObject({ version: 2, number: 2 })
  expect(await used(owner)).toBe(ownersBytes)
  expect(await used(editor)).toBe(editorsBytes + bytes.length)
  const page = (await app.call(getReview, { params: { id: review._id } }, owner)).body.result
  expect(page.files).toMatchObject([{ _id: first._id, version: 2, commentCount: 2 }])
  expect(page.review).toMatchObject({ fileCount: 1, commentCount: 2 })
  expect((await app.call(getFile, { params: { id: fresh._id } }, editor)).status).toBe(404)
})

test('comments are made on a version, and listed by it', async () => {
  const { files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  await say(id)
  await addNew(id, owner)
  await say(id)
  expect((await say(id, 1)).body.result).toMatchObject({ version: 1, number: 3 })
  await addNew(id, owner)
  await say(id)
  const numbers = async (query: Parameters<typeof listed>[1]) =>
    (await listed(id, query)).results.map(({ number }) => number)
  expect(await numbers({})).toEqual([1, 2, 3, 4])
  expect(await numbers({ version: 1 })).toEqual([1, 3])
  expect(await numbers({ until: 2 })).toEqual([1, 2, 3])
  expect(await numbers({ until: 2, status: 'OPEN' })).toEqual([1, 2, 3])
  expect(await listed(id, { version: 1 })).toMatchObject({ total: 2 })
  const gone = await say(id, 9)
  expect(gone.status).toBe(409)
  expect(gone.body).toMatchObject({ code: 'VERSION_CHANGED', version: 3 })
})

test('an earlier version becomes current again as a fact, not a copy; its note can change', async () => {
  const { files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  await addNew(id, owner)
  const before = await used(owner)
  const { status, body } = await change(id, 1, { note: 'Back to this', current: true })
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ number: 1, isCurrent: true, note: 'Back to this' })
  expect(await versions(id)).toMatchObject([
    { number: 2, isCurrent: false, file: { size: png(40, 30).length } },
    { number: 1, isCurrent: true, file: { size: files[0]?.size } },
  ])
  expect(await used(owner)).toBe(before)
  expect(await addNew(id, owner, 'third.png')).toMatchObject({ version: 3, versionCount: 3 })
  expect((await change(id, 2, { note: 'x'.repeat(501) })).status).toBe(422)
  expect((await change(id, 4, { current: true })).status).toBe(404)
})

test('the stack keeps its name and takes the ending of its current version; each other keeps its own', async () => {
  const { files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const names = async () => (await versions(id)).map(({ number, file }) => `${number} ${file.name}`)
  const vector = await newFile(app, owner, { bytes: Buffer.from(drawing), name: 'poster_final.SVG' })
  expect((await add(id, vector._id, owner)).body.result.name).toBe('design-1.SVG')
  expect(await names()).toEqual(['2 design-1.SVG', '1 design-1.png'])
  expect((await addNew(id, owner, 'third.png')).name).toBe('design-1.png')
  expect(await names()).toEqual(['3 design-1.png', '2 design-1.SVG', '1 design-1.png'])
  await change(id, 2, { current: true })
  expect(await names()).toEqual(['3 design-1.png', '2 design-1.SVG', '1 design-1.png'])
  expect((await app.call(getFile, { params: { id } }, owner)).body.result.name).toBe('design-1.SVG')
})

test('everyone in the review hears when a version is rendered', async () => {
  const { review, files } = await newReview(app, owner)
  const first = await finished(app, owner, files[0] as File)
  const live = await listenToReview(app.url, review._id, owner)
  const release = holdRendering(app)
  await addNew(first._id, owner)
  release()
  const { data } = await live.next('version.ready')
  expect(data).toMatchObject({ _id: first._id, version: 2, state: 'READY', width: 40 })
  expect(live.heard.map(({ event }) => event)).not.toContain('file.ready')
  live.close()
})

test('two versions at once get two numbers; a retry with the same key gets one', async () => {
  const { files } = await newReview(app, owner)
  const id = files[0]?._id ?? ''
  const [one, two, three] = await Promise.all([newFile(app, owner), newFile(app, owner), newFile(app, owner)])
  const both = await Promise.all([one, two].map((file) => add(id, file._id, owner)))
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await versions(id)).map(({ number }) => number)).toEqual([3, 2, 1])
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const once = { params: { id }, body: { file: three._id }, headers }
  for (let tries = 0; tries < 2; tries++)
    expect((await app.call(contract.addVersion, once, owner)).body.result).toMatchObject({ version: 4 })
  expect(await versions(id)).toHaveLength(4)
})

test('only an unattached file of the user becomes a version, and only of a file in a review', async () => {
  const { files } = await newReview(app, owner, 2)
  const [first = '', second = ''] = files.map((file) => file._id)
  const others = await newFile(app, editor)
  for (const file of [second, first, others._id, crypto.randomUUID()])
    expect((await add(first, file, owner)).status).toBe(422)
  const free = await newFile(app, owner)
  expect((await add(free._id, (await newFile(app, owner))._id, owner)).status).toBe(409)
  expect((await app.call(contract.listVersions, { params: { id: first } }, editor)).status).toBe(404)
})

test('a deleted file takes its versions along, is restored with them, and ends their charge when swept', async () => {
  const person = await newUser(app)
  const { files } = await newReview(app, person, 2)
  const [first = '', second = ''] = files.map((file) => file._id)
  const without = await used(person)
  await addNew(first, person)
  await addNew(second, person)
  const [params, both] = [{ id: first }, await versions(first, person)]
  const remove = () => app.call(deleteFile, { params }, person)
  expect((await remove()).status).toBe(200)
  expect((await app.call(contract.listVersions, { params }, person)).status).toBe(404)
  expect((await app.call(restoreReview, { params }, person)).status).toBe(200)
  expect(await versions(first, person)).toMatchObject(
    both.map(({ number, isCurrent }) => ({ number, isCurrent })),
  )

  await remove()
  await app.deps.db.pool.query(`update reviews set deleted_at = now() - interval '25 hours' where id = $1`, [
    first,
  ])
  await eventually(async () => {
    await sweepTrash(app.deps)
    expect(await used(person)).toBe(without - (files[0]?.size ?? 0) + png(40, 30).length)
  })
  expect(await versions(second, person)).toHaveLength(2)
})
