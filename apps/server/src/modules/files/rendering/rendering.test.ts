import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { deleteFile, type File } from '@wingmark/contract/files'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { fetchFile, finished, pdf } from '../../../../test/files.ts'
import { newFile, newGuest, newReview, newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { placeOf } from '../../../platform/storage-places.ts'
import { drawFirst, drawRest, requeueLost } from './service.ts'
import { addDrawJob } from './store.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

/** A delayed job would take thirty seconds; others take about one, or more beside other tests. */
const laterMs = 25_000
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })

const preview = (file: File, page = 1) => fetchFile(app, `${file.previewUrl}&page=${page}`)
const sizeOf = async (answer: Response) => {
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [width, height]
}
const blobOf = async (file: File) => {
  const { rows } = await app.deps.db.pool.query<{ id: string; storage_key: string; sha256: Buffer | null }>(
    'select b.id, b.storage_key, b.sha256 from blobs b join files f on f.blob_id = b.id where f.id = $1',
    [file._id],
  )
  if (!rows[0]) throw new Error('the file has no bytes')
  return rows[0]
}

describe('pictures', () => {
  test('a photo is measured upright and gets its thumbnail and preview', async () => {
    const bytes = await photo(1600, 1200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'photo.jpg' }))
    expect(file).toMatchObject({ state: 'READY', width: 1200, height: 1600, animated: false })
    expect(await sizeOf(await fetchFile(app, file.thumbnailUrl))).toEqual([360, 480])
    expect(await sizeOf(await preview(file))).toEqual([1200, 1600])
  })

  test('all pictures of a shoot are rendered soon after the last one', async () => {
    const bytes = await photo(1600, 1200).jpeg().toBuffer()
    const files: File[] = []
    for (const n of [1, 2, 3, 4]) files.push(await newFile(app, owner, { bytes, name: `photo-${n}.jpg` }))
    const from = performance.now()
    for (const file of files) {
      expect((await finished(app, owner, file)).state).toBe('READY')
      expect((await preview(file)).status).toBe(200)
    }
    expect(performance.now() - from).toBeLessThan(laterMs)
  })

  test('a photo does not wait for someone else’s shoot', async () => {
    const bytes = await photo(1600, 1200).jpeg().toBuffer()
    const others = await newUser(app)
    let isOver = false
    const sending = (async () => {
      const waiting: File[] = []
      while (!isOver) {
        waiting.push(await newFile(app, others, { bytes, name: 'theirs.jpg' }))
        const [first] = waiting
        // A few are always rendering.
        if (first && waiting.length > 6) {
          await finished(app, others, first)
          waiting.shift()
        }
      }
    })()
    const from = performance.now()
    try {
      const file = await newFile(app, owner, { bytes, name: 'mine.jpg' })
      expect((await finished(app, owner, file)).state).toBe('READY')
      expect(performance.now() - from).toBeLessThan(laterMs)
    } finally {
      isOver = true
      await sending
    }
    await waitUntilIdle(app)
  })

  test('a few files do not wait for all of someone else’s earlier hundreds', async () => {
    const { renderer } = app.deps
    const render = renderer.render
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const order: string[] = []
    const held = vi.spyOn(renderer, 'render').mockImplementation(async (task, urgency) => {
      if (task.kind !== 'digest') order.push(basename(task.path))
      await opened
      return render(task, urgency)
    })
    const [many, few] = [await newUser(app), await newUser(app)]
    for (let n = 0; n < 30; n++) await newFile(app, many)
    const file = await newFile(app, few)
    open()
    await waitUntilIdle(app)
    held.mockRestore()
    expect(order).toHaveLength(31)
    // Behind the other's first few, and those already rendering.
    expect(order.indexOf((await blobOf(file)).storage_key)).toBeLessThan(12)
  })

  test('an animation says so', async () => {
    const frames = { raw: { width: 8, height: 16, channels: 3 as const, pageHeight: 8 } }
    const bytes = await sharp(Buffer.from(Array.from({ length: 8 * 16 * 3 }, (_, n) => n % 251)), frames)
      .gif()
      .toBuffer()
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'a.gif' }))
    expect(file).toMatchObject({ state: 'READY', animated: true, width: 8, height: 8 })
  })

  test('a truncated one is shown as far as possible, and says so', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const create = { width: 200, height: 200, channels: 3, background: '#c33', noise } as const
    const whole = await sharp({ create }).jpeg().toBuffer()
    const bytes = whole.subarray(0, whole.length / 2)
    const file = await finished(app, owner, await newFile(app, owner, { bytes }))
    const notice = 'This image seems to be cut off. Upload it again to see all of it.'
    expect(file).toMatchObject({ state: 'READY', notice })
  })

  test('a drawing too complex for full size is rendered with less detail, and says so', async () => {
    const filter =
      '<filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feMorphology radius="2" operator="dilate"/><feGaussianBlur stdDeviation="1.5"/></filter>'
    const circles = [110, 90].map(
      (radius) => `<circle cx="128" cy="128" r="${radius}" fill="#f09" filter="url(#f)"/>`,
    )
    const bytes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">${filter}${circles.join('')}</svg>`,
    )
    const sent = await newFile(app, owner, { bytes, name: 'logo.svg' })
    const file = await finished(app, owner, sent)
    expect(file).toMatchObject({ state: 'READY', width: 256, height: 256 })
    expect(file.notice).toContain('full detail')
    expect((await sizeOf(await preview(file)))[0]).toBeLessThan(2_048)
  })

  test('a damaged one is kept and says why there is no preview', async () => {
    const bytes = (await photo(200, 200).png().toBuffer()).subarray(0, 40)
    const file = await finished(app, owner, await newFile(app, owner, { bytes }))
    expect(file).toMatchObject({ state: 'FAILED', error: 'The file is damaged.' })
    const thumbnail = await fetchFile(app, file.thumbnailUrl)
    expect([thumbnail.status, thumbnail.headers.get('retry-after')]).toEqual([404, null])
    const original = await fetchFile(app, file.url ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

describe('PDF', () => {
  test('every page is rendered, the first one before the file is ready', async () => {
    const bytes = pdf(14)
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'paper.pdf' }))
    expect(file).toMatchObject({ state: 'READY', kind: 'PDF', width: 101, height: 200 })
    expect(file.pages).toHaveLength(14)
    expect((await preview(file)).status).toBe(200)
    await waitUntilIdle(app)
    for (let page = 1; page <= 14; page++) expect((await preview(file, page)).status).toBe(200)
    expect(await sizeOf(await preview(file, 14))).toEqual([Math.round((2048 * 114) / 200), 2048])
    expect((await preview(file, 15)).status).toBe(404)
  })

  test('pages with their own units have their printed size', async () => {
    const bytes = Buffer.from(
      pdf(2).toString('latin1').replace('[0 0 101 200]', '[0 0 101 200] /UserUnit 10'),
    )
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'poster.pdf' }))
    expect(file).toMatchObject({ state: 'READY', width: 1_010, height: 2_000 })
    expect(file.pages).toEqual([
      { width: 1_010, height: 2_000 },
      { width: 102, height: 200 },
    ])
    expect(await sizeOf(await preview(file))).toEqual([Math.round((2048 * 101) / 200), 2048])
  })

  test('a page that fails is left blank, and the others are rendered', async () => {
    const bytes = Buffer.from(
      pdf(3).toString('latin1').replace('3 0 R 5 0 R 7 0 R', '3 0 R 99 0 R 7 0 R'),
      'latin1',
    )
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'a.pdf' }))
    expect(file.pages).toHaveLength(3)
    await waitUntilIdle(app)
    for (const page of [1, 2, 3]) expect((await preview(file, page)).status).toBe(200)
    expect(await sizeOf(await preview(file, 3))).toEqual([Math.round((2048 * 103) / 200), 2048])
  })

  test('the rest of one with bad pages is skipped, however many jobs it takes', async () => {
    const file = await newFile(app, owner, { bytes: pdf(4), name: 'a.pdf' })
    await waitUntilIdle(app)
    const { id, storage_key } = await blobOf(file)
    await rm(join(app.dataDir, 'files', placeOf({ key: storage_key, derivative: 'page-3' })))
    const drawing = vi.spyOn(app.deps.renderer, 'render')
    await addDrawJob(app.deps.db.orm, 'files:draw-rest', { blobId: id, renderedFor: null }, { badPages: 3 })
    await waitUntilIdle(app)
    const kinds = drawing.mock.calls.map(([task]) => task.kind)
    drawing.mockRestore()
    expect(kinds).toEqual(['blank'])
  })

  test('one that fails to open says why', async () => {
    const bytes = Buffer.from('%PDF-1.7\nnothing at all')
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'a.pdf' }))
    expect(file).toMatchObject({ state: 'FAILED', error: 'The file is damaged.' })
  })
})

describe('jobs', () => {
  test('that run twice render once and change nothing', async () => {
    const file = await finished(app, owner, await newFile(app, owner, { bytes: pdf(3), name: 'a.pdf' }))
    await waitUntilIdle(app)
    const { id } = await blobOf(file)
    await drawFirst(app.deps, { blobId: id, renderedFor: null })
    await drawRest(app.deps, { blobId: id, renderedFor: null })
    expect(await finished(app, owner, file)).toEqual(file)
  })

  test('store the checksum in the end', async () => {
    const file = await newFile(app, owner)
    await waitUntilIdle(app)
    expect((await blobOf(file)).sha256).toHaveLength(32)
  })

  test('leave nothing of a file deleted meanwhile', async () => {
    const bytes = await photo(3000, 2000).jpeg().toBuffer()
    const file = await newFile(app, owner, { bytes, name: 'photo.jpg' })
    const { storage_key: key } = await blobOf(file)
    await app.call(deleteFile, { params: { id: file._id } }, owner)
    await waitUntilIdle(app)
    expect(await app.deps.storage.has({ key })).toBe(false)
    expect(await app.deps.storage.has({ key, derivative: 'thumbnail' })).toBe(false)
  })

  test('notify a review’s viewers when its file is ready', async () => {
    const { review, files } = await newReview(app, owner)
    await waitUntilIdle(app)
    const [file] = files
    if (!file) throw new Error('the review has no file')
    const { id } = await blobOf(file)
    await app.deps.db.pool.query(`update blobs set state = 'PROCESSING' where id = $1`, [id])
    await app.deps.db.pool.query('delete from events where review_id = $1', [review._id])
    await drawFirst(app.deps, { blobId: id, renderedFor: null })
    const { rows } = await app.deps.db.pool.query(
      'select event, target_id from events where review_id = $1',
      [review._id],
    )
    expect(rows).toEqual([{ event: 'file.ready', target_id: file._id }])
  })

  test('lost with a killed process are added again', async () => {
    const file = await newFile(app, owner)
    await waitUntilIdle(app)
    const { id } = await blobOf(file)
    await app.deps.db.pool.query(
      `update blobs set state = 'PROCESSING', created_at = now() - interval '1 hour' where id = $1`,
      [id],
    )
    await requeueLost(app.deps)
    await waitUntilIdle(app)
    expect((await finished(app, owner, file)).state).toBe('READY')
  })
})

test('a guest who attaches many files makes neither the owner nor a neighbour wait for all of them', async () => {
  const { review, share } = await newReview(app, owner)
  const guest = await newGuest(app, share)
  await waitUntilIdle(app)
  const bytes = (n: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1${n}00" height="1000"><rect width="90%" height="90%"/></svg>`,
    )
  const attached: string[] = []
  for (let n = 0; n < 14; n++) {
    const sent = { bytes: bytes(n % 10), name: 'plan.svg', purpose: 'COMMENT', review: review._id }
    attached.push((await newFile(app, guest, sent))._id)
  }
  const waiting = async () => {
    const { rows } = await app.deps.db.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from files f join blobs b on b.id = f.blob_id
       where b.state = 'PROCESSING' and f.id = any($1::uuid[])`,
      [attached],
    )
    return rows[0]?.waiting ?? 0
  }
  const people = [owner, await newUser(app)]
  const files = await Promise.all(
    people.map((person) => newFile(app, person, { bytes: pdf(1), name: 'plan.pdf' })),
  )
  const before = await waiting()
  expect(before).toBeGreaterThan(5)
  for (const [n, file] of files.entries())
    expect((await finished(app, people[n] ?? owner, file)).state).toBe('READY')
  expect(await waiting()).toBeGreaterThan(before / 2)
})
