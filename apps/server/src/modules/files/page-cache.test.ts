import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { File } from '@wingmark/contract/files'
import { createReview, getReview } from '@wingmark/contract/reviews'
import { tileUrl } from '@wingmark/contract/tiles'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { derivedPlace } from '#server/platform/storage-places'
import { eventually } from '../../../test/eventually.ts'
import { fetchFile, finished, pdf } from '../../../test/files.ts'
import { newFile, newUser, type Person, waitUntilIdle } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'
import { mostDerivedBytes } from './rendering/policy.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: 1 } })
  owner = await newUser(app)
})
afterAll(() => app.close())

async function rendered(bytes: Buffer): Promise<File> {
  const file = await newFile(app, owner, { bytes, name: 'paper.pdf' })
  await waitUntilIdle(app)
  return finished(app, owner, file)
}

/** Any part of its one page takes a good fraction of a second to render. */
function costlyPdf(): Buffer {
  const wave = (n: number) => `0 ${n} m 900 ${n * 7} -700 ${n * 3} 300 ${(n * 13) % 300} c S`
  const content = `40 w ${Array.from({ length: 60 }, (_, n) => wave(n % 300)).join('\n')}`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 3000 3000] /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
}

const blobOf = async (file: File) => {
  const { rows } = await app.deps.db.pool.query<{ id: string; storage_key: string; derived_bytes: string }>(
    'select b.id, b.storage_key, b.derived_bytes from blobs b join files f on f.blob_id = b.id where f.id = $1',
    [file._id],
  )
  if (!rows[0]) throw new Error('no bytes')
  return rows[0]
}
const leaveBytes = async (file: File, bytes: number) => {
  const { id } = await blobOf(file)
  const set = 'update blobs set derived_bytes = $2 where id = $1'
  await app.deps.db.pool.query(set, [id, mostDerivedBytes(file.size) - bytes])
}
const hasStored = async (file: File, derivative: string) =>
  app.deps.storage.has({ key: (await blobOf(file)).storage_key, derivative })

test('rendered further pages of a document are counted and bounded, however many are viewed at once', async () => {
  const file = await rendered(pdf(90))
  expect(Number((await blobOf(file)).derived_bytes)).toBeGreaterThan(1_000)
  const thumbnail = await fetchFile(app, `${file.thumbnailUrl}&page=60`)
  const { byteLength } = await thumbnail.arrayBuffer()
  expect(await hasStored(file, 'thumbnail-60')).toBe(true)

  await leaveBytes(file, byteLength * 3.5)
  const pages = Array.from({ length: 12 }, (_, index) => 61 + index)
  const looks = await Promise.all(pages.map((page) => fetchFile(app, `${file.thumbnailUrl}&page=${page}`)))
  expect(looks.map(({ status }) => status)).toEqual(pages.map(() => 200))
  const stored = await Promise.all(pages.map((page) => hasStored(file, `thumbnail-${page}`)))
  const count = stored.filter(Boolean).length
  expect([2, 3, 4]).toContain(count)
  expect(Number((await blobOf(file)).derived_bytes)).toBeLessThanOrEqual(mostDerivedBytes(file.size))
  const again = await fetchFile(app, `${file.thumbnailUrl}&page=72`)
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('pages are not rendered ahead into a document without room for them', async () => {
  const file = await rendered(pdf(5))
  const { id, storage_key: key } = await blobOf(file)
  await rm(join(app.dataDir, 'files', derivedPlace(key), 'page-3'))
  await leaveBytes(file, 10)
  await app.deps.db.pool.query(
    `select graphile_worker.add_job('files:draw-rest', json_build_object('blobId', $1::text))`,
    [id],
  )
  await waitUntilIdle(app)
  expect(await hasStored(file, 'page-3')).toBe(false)
  expect((await fetchFile(app, `${file.previewUrl}&page=3`)).status).toBe(200)
  expect(await hasStored(file, 'page-3')).toBe(false)
})

test('a client that has a picture gets a 304 without opening or rendering it', async () => {
  const file = await rendered(pdf(3))
  const addresses = [
    file.thumbnailUrl,
    file.previewUrl,
    `${file.thumbnailUrl}&page=2`,
    file.url ?? '',
    tileUrl(file.tiles?.url ?? '', 1, { level: 0, x: 0, y: 0 }),
  ]
  const etags = await Promise.all(
    addresses.map(async (address) => (await fetchFile(app, address)).headers.get('etag') ?? ''),
  )
  const open = vi.spyOn(app.deps.storage, 'open')
  const render = vi.spyOn(app.deps.renderer, 'render')
  for (const [n, address] of addresses.entries()) {
    const answer = await fetchFile(app, address, { headers: { 'if-none-match': etags[n] ?? '' } })
    expect([answer.status, answer.headers.get('etag')]).toEqual([304, etags[n]])
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
  }
  expect([open.mock.calls.length, render.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
})

test('a visitor who views a lot makes nobody else wait for all of it', async () => {
  const files = [await rendered(costlyPdf()), await newFile(app, owner, { bytes: pdf(3), name: 'plain.pdf' })]
  const body = { name: 'Posters', files: files.map((file) => file._id) }
  const review = (await app.call(createReview, { body }, owner)).body.result
  await waitUntilIdle(app)
  const share = review.share.shareCode ?? ''
  const seen = (await app.call(getReview, { params: { id: review._id } }, { share })).body.result.files
  const [costly, plain] = seen.map((file) => file.tiles?.url ?? '')
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const statuses: number[] = []
  const leaving = new AbortController()
  // Of a hundred that may wait, some are drawn before all have come.
  const looking = Array.from({ length: 144 }, async (_, n) => {
    const url = tileUrl(costly ?? '', 1, { level: 0, x: n % 12, y: Math.floor(n / 12) })
    const looked = { ...from('198.51.100.1'), signal: leaving.signal }
    statuses.push((await fetchFile(app, url, looked)).status)
  })
  // The queue is full, and the first ones are rendering.
  await eventually(async () => expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20))
  for (const page of [1, 2, 3]) {
    const url = tileUrl(plain ?? '', page, { level: 0, x: 0, y: 0 })
    expect((await fetchFile(app, url, from('198.51.100.2'))).status).toBe(200)
  }
  const refused = statuses.filter((status) => status === 503).length
  // Less than half of what is drawn for the first one.
  expect(statuses.length - refused).toBeLessThan((looking.length - refused) / 2)
  // Drawing the rest would take this machine for long.
  leaving.abort()
  await Promise.allSettled(looking)
})
