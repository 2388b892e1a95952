import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Failure } from '@wingmark/contract/errors'
import { deleteFile, getFile } from '@wingmark/contract/files'
import { changeShareAccess, getReview } from '@wingmark/contract/reviews'
import { copyTransfer, createTransfer, downloadTransfers } from '@wingmark/contract/transfers'
import { getUsage } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepLeftovers } from '../apps/server/src/modules/files/upload/service.ts'
import type { S3Config } from '../apps/server/src/platform/config.ts'
import { placeOf } from '../apps/server/src/platform/storage-places.ts'
import { type Bucket, openBucket } from '../apps/server/src/platform/storage-s3-bucket.ts'
import { eventually } from '../apps/server/test/eventually.ts'
import { fetchFile, finished } from '../apps/server/test/files.ts'
import {
  newFile,
  newReview,
  newUser,
  type Person,
  png,
  upload,
  waitUntilIdle,
} from '../apps/server/test/people.ts'
import { runVerifyStorage } from '../apps/server/test/run-command.ts'
import { hasStore, type S3Store, s3Env, startStore } from '../apps/server/test/s3/start-store.ts'
import { startTestApp, type TestApp } from '../apps/server/test/start-test-app.ts'
import { askTus, createTus, newTus, sendPiece, startPiece } from '../apps/server/test/tus.ts'

const MB = 1024 * 1024

describe.runIf(hasStore)('with its files on S3, Wingmark', () => {
  let store: S3Store
  let s3: S3Config
  let bucket: Bucket
  let app: TestApp
  let owner: Person

  beforeAll(async () => {
    store = await startStore()
    s3 = await store.newBucket()
    bucket = openBucket(s3)
    app = await startTestApp({ config: { s3 } })
    owner = await newUser(app)
  })
  afterAll(async () => {
    await app.close()
    await store.stop()
  })

  const names = async (prefix = '') => {
    const found: string[] = []
    for await (const { name } of bucket.list(prefix)) found.push(name)
    return found
  }
  const bytesOf = async (address: string | undefined, headers: Record<string, string> = {}) => {
    const answer = await fetchFile(app, address ?? '', { headers })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  /** A picture with bytes after its end: of any size. */
  const large = (length: number) => Buffer.concat([png(), randomBytes(length)])

  test('stores and renders a picture, and serves it whole and in ranges, with protecting headers', async () => {
    const bytes = png(300, 200)
    const file = await finished(app, owner, await newFile(app, owner, { bytes, name: 'Home.png' }))
    expect(file.state).toBe('READY')
    const whole = await bytesOf(file.url)
    expect(whole.bytes.equals(bytes)).toBe(true)
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="Home\.png"/)
    const part = await bytesOf(file.url, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(part.bytes.equals(bytes.subarray(10, 20))).toBe(true)
    for (const address of [file.thumbnailUrl, file.previewUrl]) {
      const rendered = await bytesOf(address)
      expect([rendered.status, rendered.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(rendered.bytes.toString('latin1', 8, 12)).toBe('WEBP')
    }
    expect(await names('pending/')).toEqual([])
  })

  test('stores a large file in parts and serves the same bytes', async () => {
    const bytes = large(30 * MB)
    const file = await newFile(app, owner, { bytes })
    expect((await bytesOf(file.url)).bytes.equals(bytes)).toBe(true)
  })

  test('receives a file in pieces, continues after a broken connection, and serves the same bytes', async () => {
    const bytes = large(20 * MB)
    const path = await newTus(app, owner, { size: bytes.length })
    const started = await startPiece(app, owner, {
      path,
      offset: 0,
      announced: bytes.length,
      bytes: bytes.subarray(0, 9 * MB),
    })
    started.cut()
    await started.closed
    const { offset } = await askTus(app, owner, path)
    expect(offset).toBeGreaterThan(0)
    const last = await sendPiece(app, owner, path, offset, bytes.subarray(offset))
    expect([last.status, last.offset]).toEqual([204, bytes.length])
    const { body } = await app.call(getFile, { params: { id: last.file ?? '' } }, owner)
    expect((await bytesOf(body.result.url)).bytes.equals(bytes)).toBe(true)
    expect(await names('resumable/')).toEqual([])
    expect(await names('pending/')).toEqual([])
  })

  test('never redirects to the bucket, so that closing a link ends its addresses at once', async () => {
    const { review, share } = await newReview(app, owner)
    const shown = await app.call(getReview, { params: { id: review._id } }, { share })
    const address = shown.body.result.files[0]?.url
    const answer = await fetchFile(app, address ?? '', { redirect: 'manual' })
    expect(answer.status).toBe(200)
    const closed = { params: { id: review._id }, body: { access: 'NONE' as const } }
    await app.call(changeShareAccess, closed, owner)
    expect((await bytesOf(address)).status).toBe(404)
  })

  test('only serves an SVG as a download', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const file = await newFile(app, owner, { bytes, name: 'logo.svg' })
    const { headers } = await bytesOf(file.url)
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test('deletes a file with all its renderings', async () => {
    await waitUntilIdle(app)
    const before = await names()
    const file = await finished(app, owner, await newFile(app, owner))
    await waitUntilIdle(app)
    expect((await names()).length).toBeGreaterThan(before.length)
    await app.call(deleteFile, { params: { id: file._id } }, owner)
    await waitUntilIdle(app)
    expect(await names()).toEqual(before)
  })

  test('sweeps bytes without a row, and leaves the others', async () => {
    const file = await newFile(app, owner)
    const lost = await app.deps.storage.receive(Readable.from([Buffer.from('lost')]), { limitBytes: 100 })
    const key = 'c3'.repeat(16)
    await app.deps.storage.commit(lost, key)
    // The store's times are whole seconds.
    await eventually(async () => {
      await sweepLeftovers(app.deps, 0)
      expect(await app.deps.storage.has({ key })).toBe(false)
    }, 5_000)
    expect((await bytesOf(file.url)).status).toBe(200)
  })

  test('reports cut or lost bytes instead of sending the rest', async () => {
    const lost = await finished(app, owner, await newFile(app, owner))
    const cut = await finished(app, owner, await newFile(app, owner))
    await waitUntilIdle(app)
    await bucket.remove(await placeOfFile(lost._id))
    await bucket.put(await placeOfFile(cut._id), 'cut')
    for (const file of [lost, cut]) expect((await bytesOf(file.url)).status).toBe(500)
  })

  test('learns from npm run verify-storage what was cut, changed, lost or left over', async () => {
    const files = []
    for (let n = 0; n < 4; n++)
      files.push(await finished(app, owner, await newFile(app, owner, { name: `verified-${n}.png` })))
    await waitUntilIdle(app)
    const [cut = '', changed = '', lost = ''] = await Promise.all(files.map(({ _id }) => placeOfFile(_id)))
    const { length } = (await bytesOf(files[1]?.url)).bytes
    await bucket.put(cut, 'cut')
    await bucket.put(changed, randomBytes(length))
    await bucket.remove(lost)
    const { code, lines } = await runVerifyStorage({
      ...s3Env(s3),
      DATABASE_URL: app.deps.db.pool.options.connectionString ?? '',
      DATA_DIR: app.dataDir,
    })
    const about = lines
      .filter((line) => line.includes('verified-'))
      .map((line) => line.replace(/ in no.*?\)/, ''))
    expect(about.toSorted()).toEqual([
      `CHANGED “verified-0.png”: 3 bytes are there instead of ${length}`,
      'CHANGED “verified-1.png”: its bytes are not those that were uploaded',
      'MISSING “verified-2.png”',
    ])
    expect(code).toBe(1)
    const statuses = []
    for (const file of files) statuses.push((await bytesOf(file.url)).status)
    expect(statuses).toEqual([500, 500, 500, 200])
  })

  describe('while the store', () => {
    const ready = async () => {
      const answer = await app.fetch('/health/ready')
      return { status: answer.status, body: await answer.json() }
    }
    const notReady = { status: 503, body: { status: 'not ready', problems: ['storage'] } }

    test.each([
      ['is down', () => store.kill(), () => store.start()],
      ['hangs', async () => store.pause(), async () => store.resume()],
    ])(
      '%s, says so within seconds, keeps nothing half, and goes on by itself afterwards',
      async (_, end, restore) => {
        const file = await finished(app, owner, await newFile(app, owner))
        const counted = async () =>
          (await app.deps.db.pool.query<{ n: number }>('select count(*)::int as n from files')).rows[0]?.n
        const before = await counted()
        await end()
        try {
          const began = performance.now()
          const answers = await Promise.all([
            upload(app, owner).then(({ status, headers, body }) => ({ status, headers, body: body.message })),
            fetchFile(app, file.url ?? '').then(asked),
            fetchFile(app, file.thumbnailUrl).then(asked),
          ])
          expect(performance.now() - began).toBeLessThan(20_000)
          for (const { status, headers, body } of answers) {
            expect([status, headers.get('retry-after')]).toEqual([503, '5'])
            expect(body).toBe('The service isn’t available right now. Please try again in a moment.')
          }
          expect(await ready()).toEqual(notReady)
          expect((await app.call(getFile, { params: { id: file._id } }, owner)).status).toBe(200)
          expect(await counted()).toBe(before)
        } finally {
          await restore()
        }
        await eventually(async () => expect((await ready()).status).toBe(200), 10_000)
        const next = await finished(app, owner, await newFile(app, owner))
        expect((await bytesOf(next.url)).status).toBe(200)
        expect((await bytesOf(file.thumbnailUrl)).status).toBe(200)
      },
    )
  })

  test.each([
    ['down', () => store.kill(), () => store.start()],
    ['hanging', async () => store.pause(), async () => store.resume()],
  ])(
    'says that the store is %s while a file comes in pieces, and loses nothing that it has answered',
    async (_, end, restore) => {
      const bytes = large(20 * MB)
      const path = await newTus(app, owner, { size: bytes.length })
      const kept = await sendPiece(app, owner, path, 0, bytes.subarray(0, 9 * MB + 7))
      expect([kept.status, kept.offset]).toEqual([204, 9 * MB + 7])
      await end()
      try {
        const answers = await Promise.all([
          createTus(app, owner, { size: 1_000 }),
          createTus(app, owner, { size: 300, body: png(9, 9).subarray(0, 50) }),
          sendPiece(app, owner, path, kept.offset, bytes.subarray(kept.offset, kept.offset + 100)),
        ])
        for (const { status, message, headers } of answers) {
          expect([status, headers.get('retry-after')]).toEqual([503, '5'])
          expect(message).toBe('The service isn’t available right now. Please try again in a moment.')
        }
        expect((await askTus(app, owner, path)).status).toBe(503)
        expect((await app.call(getUsage, {}, owner)).status).toBe(200)
      } finally {
        await restore()
      }
      await eventually(async () => expect((await askTus(app, owner, path)).status).toBe(200), 15_000)
      const { offset } = await askTus(app, owner, path)
      expect(offset).toBeGreaterThanOrEqual(kept.offset)
      const last = await sendPiece(app, owner, path, offset, bytes.subarray(offset))
      expect([last.status, last.offset]).toEqual([204, bytes.length])
      const { body } = await app.call(getFile, { params: { id: last.file ?? '' } }, owner)
      expect((await bytesOf(body.result.url)).bytes.equals(bytes)).toBe(true)
    },
  )

  test('cuts a zip when the store goes away, reports it to later requests, and resumes with the same bytes', async () => {
    const folder = await app.call(createTransfer, { body: { type: 'FOLDER', name: 'Large' } }, owner)
    const parent = folder.body.result._id
    const file = await newFile(app, owner, { bytes: large(20 * MB), purpose: 'TRANSFER' })
    const made = await app.call(createTransfer, { body: { file: file._id, parent } }, owner)
    for (const _ of [1, 2])
      await app.call(copyTransfer, { params: { id: made.body.result._id }, body: {} }, owner)
    const { body } = await app.call(downloadTransfers, { body: { items: [parent] } }, owner)
    const ask = (headers: Record<string, string> = {}) => app.fetch(body.result.url, { headers })
    await waitUntilIdle(app)
    const whole = await ask()
    const etag = whole.headers.get('etag') ?? ''
    const zip = Buffer.from(await whole.arrayBuffer())

    const parts: Uint8Array[] = []
    const begun = (await ask()).body?.getReader()
    parts.push((await begun?.read())?.value ?? new Uint8Array())
    await store.kill()
    try {
      await expect(async () => {
        for (;;) {
          const part = await begun?.read()
          if (!part?.value) return
          parts.push(part.value)
        }
      }).rejects.toThrow('terminated')
      const { status, headers } = await ask()
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    } finally {
      await store.start()
    }
    const head = Buffer.concat(parts)
    const goOn = () => ask({ range: `bytes=${head.length}-`, 'if-range': etag })
    await eventually(async () => expect((await app.fetch('/health/ready')).status).toBe(200), 15_000)
    const rest = await goOn()
    expect(rest.headers.get('etag')).toBe(etag)
    expect(Buffer.concat([head, Buffer.from(await rest.arrayBuffer())]).equals(zip)).toBe(true)
  })

  const asked = async (answer: Response) => ({
    status: answer.status,
    headers: answer.headers,
    body: Failure.parse(await answer.json()).message,
  })

  async function placeOfFile(id: string) {
    const { rows } = await app.deps.db.pool.query<{ key: string }>(
      'select storage_key as key from blobs b join files f on f.blob_id = b.id where f.id = $1',
      [id],
    )
    return placeOf({ key: rows[0]?.key ?? '' })
  }
})
