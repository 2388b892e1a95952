import * as contract from '@wingmark/contract/files'
import { createReview, getReview, updateReview } from '@wingmark/contract/reviews'
import type { Route } from '@wingmark/contract/route'
import { getUsage } from '@wingmark/contract/users'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchFile, finished } from '../../../test/files.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  png,
  waitUntilIdle,
} from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

test('a review of many long documents comes without all of their pages', async () => {
  const { review, files, share } = await newReview(app, owner)
  // Later rendering would set the number of pages to one.
  await waitUntilIdle(app)
  await app.deps.db.pool.query(
    `update blobs set kind = 'PDF', mime = 'application/pdf',
       pages = (select jsonb_agg(jsonb_build_object('width', 612, 'height', 700 + n)) from generate_series(1, 5000) n)
     where id = (select blob_id from files where id = $1)`,
    [files[0]?._id],
  )
  await app.deps.db.pool.query(
    `insert into files (id, key, blob_id, owner_id, purpose, name, review_id, position)
     select gen_random_uuid(), gen_random_uuid(), blob_id, owner_id, purpose, name, review_id, n
     from files, generate_series(1, 499) n where id = $1`,
    [files[0]?._id],
  )
  const answer = await app.fetch(`/review/api/v1/${review._id}`, { caller: { share } })
  const text = await answer.text()
  const notified: contract.File[] = JSON.parse(text).result.files
  expect(notified).toHaveLength(500)
  expect(notified[0]?.pages).toHaveLength(5_000)
  expect(notified.at(-1)?.pages).toHaveLength(1)
  expect(text.length).toBeLessThan(5_000_000)
})

const used = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
const call = (route: Route, id: string, caller: Caller, name = 'New name') =>
  app.call<Route>(
    route,
    { params: { id }, ...(route.method === 'PATCH' ? { body: { name } as never } : {}) },
    caller,
  )
const reviewOf = async ({ review }: Published) =>
  (await app.call(getReview, { params: { id: review._id } }, owner)).body.result

describe('who may do what', () => {
  const everyone = ['owner', 'editor', 'commenter', 'guest', 'visitor', 'stranger', 'nobody'] as const
  const rules: [string, Route, readonly number[]][] = [
    ['see a file', contract.getFile, [200, 200, 200, 200, 200, 404, 404]],
    ['list files by date', contract.listFilesByDate, [200, 200, 200, 200, 200, 404, 404]],
    ['rename a file', contract.renameFile, [200, 200, 403, 401, 401, 404, 401]],
    ['duplicate a file', contract.duplicateFile, [201, 201, 403, 401, 401, 404, 401]],
    ['delete a file', contract.deleteFile, [200, 200, 403, 401, 401, 404, 401]],
  ]
  const people: Partial<Record<(typeof everyone)[number], Caller>> = {}
  let published: Published
  beforeAll(async () => {
    const editor = await newUser(app)
    const commenter = await newUser(app)
    Object.assign(people, { owner, editor, commenter, stranger: await newUser(app), nobody: {} })
  })
  beforeEach(async () => {
    published = await newReview(app, owner, 1)
    const { review, share } = published
    for (const [name, role] of [
      ['editor', 'EDITOR'],
      ['commenter', 'COMMENTER'],
    ] as const) {
      await addMember(app, review._id, people[name] as Person, role)
    }
    people.guest = await newGuest(app, share)
    people.visitor = { share }
  })

  test.each(
    rules.flatMap(([what, route, statuses]) =>
      everyone.map((who, index) => [who, what, statuses[index], route] as const),
    ),
  )('%s: %s gives %i', async (who, _what, status, route) => {
    const id = route === contract.listFilesByDate ? published.review._id : (published.files[0]?._id ?? '')
    const answer = await call(route, id, people[who] ?? {})
    expect(answer.status).toBe(status)
    if (status !== 404) return
    const random = await call(route, crypto.randomUUID(), people[who] ?? {})
    expect({ ...answer.body, requestId: '' }).toEqual({ ...random.body, requestId: '' })
  })

  test('a file outside reviews is its uploader’s alone', async () => {
    const file = await newFile(app, owner)
    for (const who of everyone) {
      const { status } = await call(contract.getFile, file._id, people[who] ?? {})
      expect(status).toBe(who === 'owner' ? 200 : 404)
    }
  })
})

describe('renaming', () => {
  test.each([
    ['Start page.png', 'Start page.png'],
    ['Start page', 'Start page.png'],
    ['Start page.exe', 'Start page.exe.png'],
    ['a/b.PNG', 'a_b.PNG'],
  ])('to %j gives %j', async (wanted, kept) => {
    const file = await newFile(app, owner)
    const { body } = await call(contract.renameFile, file._id, owner, wanted)
    expect(body).toMatchObject({ result: { name: kept } })
  })

  test('a picture named as another type keeps its extension', async () => {
    const file = await newFile(app, owner, { name: 'photo.jpg' })
    const { body } = await call(contract.renameFile, file._id, owner, 'portrait.jpg')
    expect(body).toMatchObject({ result: { name: 'portrait.jpg', mime: 'image/png' } })
  })

  test('to nothing is refused', async () => {
    const file = await newFile(app, owner)
    const { status, body } = await call(contract.renameFile, file._id, owner, ' \u200b ')
    expect([status, body.message]).toEqual([422, 'Please enter a file name'])
  })
})

describe('duplicates and deletion', () => {
  test('a duplicate has its own name, key and charge, and outlives the original', async () => {
    const person = await newUser(app)
    const bytes = png(50, 50)
    const file = await finished(app, person, await newFile(app, person, { bytes, name: 'Plan.png' }))
    const { body } = await app.call(contract.duplicateFile, { params: { id: file._id } }, person)
    const copy = body.result
    expect(copy).toMatchObject({ name: 'Plan copy.png', state: 'READY', size: bytes.length })
    expect(copy.key).not.toBe(file.key)
    expect(await used(person)).toBe(2 * bytes.length)
    await call(contract.deleteFile, file._id, person)
    await waitUntilIdle(app)
    expect(await used(person)).toBe(bytes.length)
    const original = await fetchFile(app, copy.url ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await fetchFile(app, copy.thumbnailUrl)).status).toBe(200)
    expect((await fetchFile(app, file.url ?? '')).status).toBe(404)
  })

  test('a second duplicate in a review has another name than the first', async () => {
    const file = await newFile(app, owner, { name: 'logo.png' })
    const body = { name: 'Twice', files: [file._id] }
    const { _id: id } = (await app.call(createReview, { body }, owner)).body.result
    const copy = async () =>
      (await app.call(contract.duplicateFile, { params: { id: file._id } }, owner)).body.result
    const first = await copy()
    await app.call(updateReview, { params: { id }, body: { files: [first._id] } }, owner)
    expect([first.name, (await copy()).name]).toEqual(['logo copy.png', 'logo copy 2.png'])
  })

  test('twenty duplicates and deletions at once end with the right usage and no bytes left', async () => {
    const person = await newUser(app)
    const file = await newFile(app, person, { bytes: png(20, 20) })
    const duplicate = () => app.call(contract.duplicateFile, { params: { id: file._id } }, person)
    const copies = await Promise.all([
      ...Array.from({ length: 20 }, duplicate),
      call(contract.deleteFile, file._id, person),
    ])
    for (const { status } of copies) expect([200, 201, 404]).toContain(status)
    const made = copies.flatMap(({ status, body }) =>
      status === 201 && 'result' in body ? [body.result] : [],
    )
    expect(await used(person)).toBe(made.length * file.size)
    for (const copy of made) await call(contract.deleteFile, (copy as { _id: string })._id, person)
    await waitUntilIdle(app)
    expect(await used(person)).toBe(0)
    const { rows } = await app.deps.db.pool.query(
      'select 1 from blobs b where not exists (select 1 from files f where f.blob_id = b.id)',
    )
    expect(rows).toEqual([])
  })

  test('a deleted file leaves its review in order, and uses storage while it can be restored', async () => {
    const published = await newReview(app, owner, 3)
    const before = await used(owner)
    const [first, second, third] = published.files
    await call(contract.deleteFile, second?._id ?? '', owner)
    const { review, files } = await reviewOf(published)
    expect(files.map((file) => file._id)).toEqual([first?._id, third?._id])
    expect(review).toMatchObject({ fileCount: 2, files: [first?._id, third?._id] })
    expect(await used(owner)).toBe(before)
  })
})

test('files of a review by day, newest day first', async () => {
  const { review, files } = await newReview(app, owner, 3)
  await app.deps.db.pool.query(`update files set created_at = '2024-02-29T12:00:00Z' where id = $1`, [
    files[1]?._id,
  ])
  const { body } = await app.call(contract.listFilesByDate, { params: { id: review._id } }, owner)
  const today = new Date().toISOString().slice(0, 10)
  expect(body.results.map((day) => [day.date, day.files.map((file) => file._id)])).toEqual([
    [today, [files[0]?._id, files[2]?._id]],
    ['2024-02-29', [files[1]?._id]],
  ])
})
