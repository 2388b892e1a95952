import type { File } from '@wingmark/contract/files'
import { getReview } from '@wingmark/contract/reviews'
import { pagePixels, type TilePlace, tileUrl, topLevel } from '@wingmark/contract/tiles'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { RenderError } from '#server/platform/media/render-protocol'
import { fetchFile, finished, pdf } from '../../../../test/files.ts'
import { newFile, newReview, newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app)
})

const plan = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()

async function rendered(input: Parameters<typeof newFile>[2]): Promise<File> {
  const file = await newFile(app, owner, input)
  await waitUntilIdle(app)
  return finished(app, owner, file)
}

const fetchTile = (file: File, place: TilePlace, page = 1) =>
  fetchFile(app, tileUrl(file.tiles?.url ?? 'http://x/none', page, place))

describe('a picture longer than 4,096 pixels', () => {
  let file: File
  beforeAll(async () => {
    file = await rendered({ bytes: await plan(4200, 1100), name: 'plan.png' })
  })

  test('is cut into tiles, each served like any file', async () => {
    expect(file).toMatchObject({ state: 'READY', tiles: { px: 512 } })
    const answer = await fetchTile(file, { level: 0, x: 8, y: 2 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
    const size = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([size.width, size.height]).toEqual([4200 - 8 * 512, 1100 - 2 * 512])
    const again = { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }
    const url = tileUrl(file.tiles?.url ?? '', 1, { level: 0, x: 8, y: 2 })
    expect((await fetchFile(app, url, again)).status).toBe(304)
  })

  test('has no tile outside it, and none without its signature', async () => {
    const missing = [
      { level: 0, x: 9, y: 0 },
      { level: 0, x: 0, y: 3 },
      { level: 5, x: 0, y: 0 },
    ]
    for (const place of missing) expect((await fetchTile(file, place)).status).toBe(404)
    expect((await fetchTile(file, { level: 0, x: 0, y: 0 }, 2)).status).toBe(404)
    const plain = new URL(tileUrl(file.tiles?.url ?? '', 1, { level: 0, x: 0, y: 0 }))
    expect((await fetchFile(app, `http://x${plain.pathname}`)).status).toBe(404)
    for (const odd of ['0/0/0/0', '1/-1/0/0', '1/0/x/0', '1/0/0/1e3', '1/99/0/0', '1/0/0.5/0']) {
      const address = plain.href.replace('/1/0/0/0', `/${odd}`)
      expect([odd, (await fetchFile(app, address)).status]).toEqual([odd, 404])
    }
  })

  test('notifies its viewers when they are ready', async () => {
    const { review, files } = await newReview(app, owner)
    await waitUntilIdle(app)
    const { rows } = await app.deps.db.pool.query(
      `select b.id from blobs b join files f on f.blob_id = b.id where f.id = $1`,
      [files[0]?._id],
    )
    await app.deps.db.pool.query('delete from events where review_id = $1', [review._id])
    await app.deps.db.pool.query(
      `select graphile_worker.add_job('files:draw-tiles', json_build_object('blobId', $1::text))`,
      [rows[0]?.id],
    )
    await waitUntilIdle(app)
    const { body } = await app.call(getReview, { params: { id: review._id } }, owner)
    expect(body.result.files[0]?.tiles).toMatchObject({ px: 512 })
    const events = await app.deps.db.pool.query('select event, target_id from events where review_id = $1', [
      review._id,
    ])
    expect(events.rows).toEqual([{ event: 'file.ready', target_id: files[0]?._id }])
  })
})

test.each([
  ['a smaller one', { bytes: () => plan(4096, 200), name: 'small.png' }],
  ['an attachment of a comment', { bytes: () => plan(4200, 200), name: 'large.png', purpose: 'COMMENT' }],
])('%s has none', async (_, { bytes, ...input }) => {
  const file = await rendered({ ...input, bytes: await bytes() })
  expect(file.state).toBe('READY')
  expect(file.tiles).toBeUndefined()
})

describe('a PDF', () => {
  test('has tiles of every page, rendered on demand', async () => {
    const file = await rendered({ bytes: pdf(3), name: 'paper.pdf' })
    expect(file.tiles?.px).toBe(1024)
    const full = pagePixels({ width: 103, height: 200 })
    const top = topLevel(full, 1024)
    const whole = await fetchTile(file, { level: top, x: 0, y: 0 }, 3)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const part = await fetchTile(file, { level: 0, x: 0, y: 1 }, 3)
    const bytes = Buffer.from(await part.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1024, height: 1024 })
    const again = await fetchTile(file, { level: 0, x: 0, y: 1 }, 3)
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await fetchTile(file, { level: 0, x: 5, y: 0 }, 3)).status).toBe(404)
    expect((await fetchTile(file, { level: 0, x: 0, y: 0 }, 4)).status).toBe(404)
  })

  test('with a page that fails is tried a few times, not for every viewer', async () => {
    const file = await rendered({ bytes: pdf(1), name: 'bad.pdf' })
    const render = vi.spyOn(app.deps.renderer, 'render').mockRejectedValue(new RenderError('TOO_SLOW'))
    for (let n = 0; n < 8; n++) expect((await fetchTile(file, { level: 0, x: 0, y: n % 2 })).status).toBe(404)
    expect(render).toHaveBeenCalledTimes(3)
    render.mockRestore()
  })

  test('has a thumbnail of each page, and does not render three thousand of them ahead', async () => {
    const file = await rendered({ bytes: pdf(3_000), name: 'catalogue.pdf' })
    expect(file.pages).toHaveLength(3_000)
    const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
      'select storage_key from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [file._id],
    )
    const key = rows[0]?.storage_key ?? ''
    expect(await app.deps.storage.has({ key, derivative: 'page-2' })).toBe(true)
    expect(await app.deps.storage.has({ key, derivative: 'page-400' })).toBe(false)
    const thumbnail = await fetchFile(app, `${file.thumbnailUrl}&page=2900`)
    expect(thumbnail.status).toBe(200)
    expect((await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).width).toBe(480)
    expect((await fetchFile(app, `${file.previewUrl}&page=400`)).status).toBe(200)
    expect((await fetchFile(app, `${file.thumbnailUrl}&page=3001`)).status).toBe(404)
  })
})
