import { type Comparison, compareVersions, storedPairsMax } from '@wingmark/contract/compare'
import { deleteFile, type File } from '@wingmark/contract/files'
import { createReview, updateReview } from '@wingmark/contract/reviews'
import { changeShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { addVersion } from '@wingmark/contract/versions'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { sweepTrash } from '#server/modules/reviews/trash/service'
import { designPdf } from '../../../../test/design-pdf.ts'
import { eventually } from '../../../../test/eventually.ts'
import { finished } from '../../../../test/files.ts'
import { holdRendering } from '../../../../test/hold-rendering.ts'
import { lockedPdf } from '../../../../test/locked-pdf.ts'
import { newFile, newGuest, newReview, newUser, type Person, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

/** A busy machine renders slowly, and comparisons come after previews. */
vi.setConfig({ testTimeout: 240_000 })

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

type Design = { bytes: Buffer; name?: string }
type Query = { from?: number; to?: number; with?: string; page?: number }

const addTo = async (id: string, design: Design) => {
  const { _id: file } = await newFile(app, owner, { name: 'design.png', ...design })
  await app.call(addVersion, { params: { id }, body: { file } }, owner)
  return finished(app, owner, { _id: id, name: 'design' } as File)
}

/** A review whose only file has these versions, all rendered. */
async function newStack(...designs: Design[]) {
  const [first, ...others] = designs
  const { _id: id } = await finished(app, owner, await newFile(app, owner, { name: 'design.png', ...first }))
  const body = { name: 'Spring', files: [id] }
  const review = (await app.call(createReview, { body }, owner)).body.result
  for (const design of others) await addTo(id, design)
  return { id, review: review._id, share: review.share.shareCode ?? '' }
}

const ask = (id: string, query: Query = {}, caller: Caller = owner) =>
  app.call(compareVersions, { params: { id }, query }, caller)

const compared = (id: string, query: Query = {}, caller: Caller = owner): Promise<Comparison> =>
  eventually(async () => {
    const { status, body } = await ask(id, query, caller)
    expect(status).toBe(200)
    return body.result
  }, 200_000)

const refused = (id: string, query: Query = {}) =>
  eventually(async () => {
    const { status, body } = await ask(id, query)
    expect(status).toBe(422)
    return (body as unknown as { message: string }).message
  }, 200_000)

const stored = async (file: string): Promise<{ pairs: number; pages: number }> => {
  const { rows } = await app.deps.db.pool.query(
    `select count(distinct c.id)::int as pairs, count(p.page)::int as pages
      from comparisons c left join compared_pages p on p.comparison_id = c.id where c.file_id = $1`,
    [file],
  )
  return rows[0]
}

/** Sections of 60 px, each with its own drawing. */
const sections = (...seeds: number[]) => {
  const drawn = seeds.map((seed, at) => {
    const bars = [0, 1, 2, 3, 4].map(
      (bar) =>
        `<rect x="${20 + bar * 30}" y="${at * 60 + 10}" width="20" height="${5 + ((seed * (bar + 3) * 7) % 40)}"/>`,
    )
    return `${bars.join('')}<rect x="170" y="${at * 60 + 5}" width="${10 + seed * 4}" height="${20 + seed}" fill="#07c"/>`
  })
  const height = seeds.length * 60
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="${height}"><rect width="300" height="${height}" fill="#fff"/>${drawn.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const page = (words: string) => [{ words, x: 60, y: 700, size: 24, gray: 0 }]
const [cover, prices, back] = [
  page('Spring in the park'),
  page('Two coffees for one'),
  page('See you soon there'),
]

test('a section that was inserted is the only change; everyone who sees the file compares, and it is computed once', async () => {
  const before = { bytes: await sections(1, 2, 3, 4, 5) }
  const { id, share } = await newStack(before, { bytes: await sections(1, 7, 2, 3, 4, 5) })
  const first = await ask(id)
  expect(first.status).toBe(404)
  expect(first.headers.get('retry-after')).toBe('1')
  const found = await compared(id)
  expect(found).toMatchObject({ pages: [[1, 1]], changed: [{}] })
  expect(found.rows).toHaveLength(2)
  expect(found.rows[0]?.slice(0, 2)).toEqual([0, 0])
  const [box] = found.changed
  expect(box?.y).toBeGreaterThanOrEqual(1 / 6 - 0.06)
  expect((box?.y ?? 1) + (box?.height ?? 1)).toBeLessThanOrEqual(2 / 6 + 0.06)
  expect(found.share).toBeGreaterThan(0.01)
  expect(found.share).toBeLessThan(1 / 6)

  for (const caller of [owner, await newGuest(app, share), { share }])
    expect((await ask(id, { from: 1, to: 2 }, caller)).body.result).toEqual(found)
  expect(await stored(id)).toEqual({ pairs: 1, pages: 1 })

  const removed = await compared(id, { from: 2, to: 1 })
  expect(removed.changed).toHaveLength(1)
  expect(removed.changed[0]).toMatchObject({ x: 0, width: 1, height: 0 })
})

test('pages of a PDF are paired, and an inserted one is changed as a whole', async () => {
  const { id } = await newStack(
    { bytes: designPdf([cover, back]), name: 'a.pdf' },
    { bytes: designPdf([cover, prices, back]), name: 'b.pdf' },
  )
  const pages = [
    [1, 1],
    [null, 2],
    [2, 3],
  ]
  expect(await compared(id)).toEqual({ rows: [[0, 0, 1]], changed: [], share: 0, pages })
  const inserted = { rows: [], changed: [{ x: 0, y: 0, width: 1, height: 1 }], share: 1, pages }
  expect(await compared(id, { page: 2 })).toEqual(inserted)
  expect(await compared(id, { page: 3 })).toMatchObject({ share: 0, pages })
  const beyond = await ask(id, { page: 4 })
  expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([404, null])
})

test('another kind of file may follow, and a single pixel', async () => {
  const white = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const { id } = await newStack(
    { bytes: white },
    { bytes: white },
    { bytes: png(1, 1) },
    { bytes: designPdf([cover, back]), name: 'b.pdf' },
  )
  expect(await compared(id, { from: 1, to: 2 })).toEqual({
    rows: [[0, 0, 1]],
    changed: [],
    share: 0,
    pages: [[1, 1]],
  })
  expect(await compared(id, { from: 2, to: 3 })).toMatchObject({ pages: [[1, 1]] })
  expect(await compared(id)).toMatchObject({
    pages: [
      [1, 1],
      [null, 2],
    ],
  })
  expect((await compared(id, { from: 2, to: 4 })).changed.length).toBeGreaterThan(0)
})

test('what has no preview cannot be compared, and what has none yet is not ready', async () => {
  const { id } = await newStack({ bytes: png(8, 8) })
  await addTo(id, { bytes: png(8, 8).subarray(0, 40) })
  await addTo(id, { bytes: lockedPdf('secret'), name: 'b.pdf' })
  const sentence = 'These versions can’t be compared. One of them has no preview.'
  expect(await refused(id, { from: 1, to: 2 })).toBe(sentence)
  expect(await refused(id, { from: 1, to: 3 })).toBe(sentence)

  const goOn = holdRendering(app)
  const { _id: file } = await newFile(app, owner, { bytes: png(8, 8) })
  await app.call(addVersion, { params: { id }, body: { file } }, owner)
  const soon = await ask(id, { from: 1, to: 4 })
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([404, '1'])
  goOn()
  expect((await compared(id, { from: 1, to: 4 })).pages).toEqual([[1, 1]])
})

test('a file whose bytes are damaged says so', async () => {
  const { id } = await newStack({ bytes: png(8, 8) }, { bytes: png(9, 9) })
  const { rows } = await app.deps.db.pool.query(
    'select b.storage_key as key from files f join blobs b on b.id = f.blob_id where f.id = $1',
    [id],
  )
  await app.deps.storage.remove(rows[0].key)
  expect(await refused(id)).toBe('These versions can’t be compared. The file is damaged.')
})

test('two files of a review are compared, and no file of another review', async () => {
  const { id, review } = await newStack({ bytes: await sections(1, 2) }, { bytes: await sections(1, 3) })
  const other = await finished(app, owner, await newFile(app, owner, { bytes: await sections(1, 2) }))
  await app.call(updateReview, { params: { id: review }, body: { files: [id, other._id] } }, owner)
  expect(await compared(id, { with: other._id })).toMatchObject({ pages: [[1, 1]] })
  expect(await compared(id, { from: 1, with: other._id })).toMatchObject({ changed: [], share: 0 })
  const elsewhere = (await newReview(app, owner)).files[0]?._id ?? ''
  for (const query of [{ with: elsewhere }, { with: crypto.randomUUID() }, { from: 3 }, { to: 9 }])
    expect((await ask(id, query)).status).toBe(404)
  const wrong = await ask(id, { from: 'first' as unknown as number })
  expect(wrong.status).toBe(422)
})

test('a link to the current version alone compares no earlier one', async () => {
  const { id, review, share } = await newStack({ bytes: png(8, 8) }, { bytes: png(8, 8) })
  await compared(id)
  const { results } = (await app.call(listShareLinks, { params: { id: review } }, owner)).body
  const linkId = results.find(({ shareCode }) => shareCode === share)?._id ?? ''
  await app.call(changeShareLink, { params: { id: review, linkId }, body: { onlyCurrent: true } }, owner)
  for (const caller of [await newGuest(app, share), { share }]) {
    expect((await ask(id, {}, caller)).status).toBe(404)
    expect((await ask(id, { from: 1, to: 1 }, caller)).status).toBe(404)
    expect((await compared(id, { from: 2, to: 2 }, caller)).share).toBe(0)
  }
  expect((await ask(id)).status).toBe(200)
})

test('a person has two comparisons worked on at once, and asks for so many an hour', async () => {
  const { id, share } = await newStack(...Array.from({ length: 4 }, () => ({ bytes: png(8, 8) })))
  const goOn = holdRendering(app)
  for (const from of [1, 2, 3]) await ask(id, { from, to: 4 })
  await ask(id, { from: 2, to: 3 }, { share })
  const { rows } = await app.deps.db.pool.query(
    "select queue_name as queue from graphile_worker.jobs where task_identifier = 'files:compare' order by id",
  )
  const queues = rows.map(({ queue }) => queue)
  expect(new Set(queues.slice(0, 3)).size).toBe(2)
  expect(queues).toHaveLength(4)
  goOn()
  for (const from of [1, 2, 3]) await compared(id, { from, to: 4 })

  const spent = { compareByWriter: owner.user._id, compareByAddress: '127.0.0.1' }
  await app.deps.limits.consume({ compareByWriter: owner.user._id }, 1_201).catch(() => {})
  await app.deps.limits.consume({ compareByAddress: '127.0.0.1' }, 601).catch(() => {})
  for (const caller of [owner, { share }]) {
    expect((await ask(id, { from: 4, to: 1 }, caller)).status).toBe(429)
    expect((await ask(id, { from: 1, to: 4 }, caller)).status).toBe(200)
  }
  await app.deps.limits.forgive(spent)
})

test('so many pairs of a file are kept, and none when it is deleted for good', async () => {
  const designs = await Promise.all([1, 2, 3, 4, 5].map(async (seed) => ({ bytes: await sections(seed) })))
  const { id } = await newStack(...designs)
  const oldest = { from: 1, to: 2 }
  await compared(id, oldest)
  const pairs = [1, 2, 3, 4, 5].flatMap((from) => [1, 2, 3, 4, 5].map((to) => ({ from, to })))
  const others = pairs.filter(({ from, to }) => from !== 1 || to !== 2).slice(0, storedPairsMax)
  const goOn = holdRendering(app)
  for (const pair of others) await ask(id, pair)
  expect((await stored(id)).pairs).toBe(storedPairsMax)
  goOn()
  expect((await compared(id, others.at(-1))).pages).toEqual([[1, 1]])
  expect((await ask(id, oldest)).status).toBe(404)

  await app.call(deleteFile, { params: { id } }, owner)
  await app.deps.db.pool.query("update reviews set deleted_at = now() - interval '2 days' where id = $1", [
    id,
  ])
  await eventually(async () => {
    await sweepTrash(app.deps)
    expect(await stored(id)).toEqual({ pairs: 0, pages: 0 })
  })
})
