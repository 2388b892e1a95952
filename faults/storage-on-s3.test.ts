import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream as streamOf } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { S3Config } from '../apps/server/src/platform/config.ts'
import {
  HEAD_BYTES,
  type Storage,
  StorageUnavailableError,
  UploadAbortedError,
  UploadEmptyError,
  UploadTooLargeError,
} from '../apps/server/src/platform/storage.ts'
import { openDiskStorage } from '../apps/server/src/platform/storage-disk.ts'
import { openS3Storage } from '../apps/server/src/platform/storage-s3.ts'
import { type Bucket, openBucket } from '../apps/server/src/platform/storage-s3-bucket.ts'
import { hasStore, type S3Store, startStore } from '../apps/server/test/s3/start-store.ts'

const MB = 1024 * 1024
const platform = join(import.meta.dirname, '../apps/server/src/platform')
const key = 'a1'.repeat(16)
const inSeconds = { timeout: 5_000 }
const anyLimit = { limitBytes: 64 * MB }
const piece = (offset: number, limitBytes = 64 * MB) => ({
  offset,
  limitBytes,
  signal: new AbortController().signal,
})

describe.runIf(hasStore)('files in a bucket', () => {
  let store: S3Store
  let config: S3Config
  let folder: string
  let storage: Storage
  let bucket: Bucket

  beforeAll(async () => {
    store = await startStore()
  })
  afterAll(() => store.stop())
  beforeEach(async () => {
    config = await store.newBucket()
    bucket = openBucket(config)
    folder = await mkdtemp(join(tmpdir(), 'wingmark-storage-'))
    storage = await openS3Storage(config, folder)
  })
  afterEach(() => rm(folder, { recursive: true }))

  const local = () => readdir(join(folder, 'incoming'))
  const chunked = (bytes: Buffer, size = 60_000) =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      })(),
    )
  const names = async () => {
    const found: string[] = []
    for await (const { name } of bucket.list('')) found.push(name)
    return found
  }
  const keep = async (bytes: Buffer, under = key) => {
    const received = await storage.receive(chunked(bytes), anyLimit)
    await storage.commit(received, under)
    await storage.discard(received)
  }
  const read = async (range?: { start: number; end: number }) => {
    const object = await storage.open({ key })
    return object ? buffer(object.stream(range)) : null
  }

  test.each([
    ['small', 17],
    ['in several parts', 20 * MB + 17],
  ])('what was received comes back byte for byte, whole and in ranges: %s', async (_, length) => {
    const bytes = randomBytes(length)
    const received = await storage.receive(chunked(bytes), anyLimit)
    expect(received.sizeBytes).toBe(length)
    expect(received.head.equals(bytes.subarray(0, HEAD_BYTES))).toBe(true)
    await storage.commit(received, key)
    await storage.discard(received)
    expect((await storage.open({ key }))?.sizeBytes).toBe(length)
    expect((await read())?.equals(bytes)).toBe(true)
    const range = { start: length - 10, end: length - 4 }
    expect((await read(range))?.equals(bytes.subarray(-10, -3))).toBe(true)
    expect(await names()).toEqual([`objects/a/1/${key}`, `pending/${key}`])
  })

  test('the limit acts while bytes arrive, and what is empty or broken off leaves nothing', async () => {
    const broken = new PassThrough()
    broken.write(Buffer.alloc(200_000))
    setImmediate(() => broken.destroy(new Error('line lost')))
    await expect(storage.receive(broken, anyLimit)).rejects.toBeInstanceOf(UploadAbortedError)
    const tooLarge = storage.receive(chunked(Buffer.alloc(2 * MB)), { limitBytes: MB })
    await expect(tooLarge).rejects.toBeInstanceOf(UploadTooLargeError)
    await expect(storage.receive(Readable.from([]), anyLimit)).rejects.toBeInstanceOf(UploadEmptyError)
    expect(await local()).toEqual([])
    expect(await names()).toEqual([])
  })

  test('an empty upload is stored where that is allowed', async () => {
    const received = await storage.receive(Readable.from([]), { ...anyLimit, takesEmpty: true })
    await storage.commit(received, key)
    const object = await storage.open({ key })
    expect([object?.sizeBytes, object && (await buffer(object.stream())).length]).toEqual([0, 0])
  })

  test('committed bytes stay pending until their record is confirmed', async () => {
    await keep(Buffer.from('design'))
    // The store's times are whole seconds.
    await expect.poll(() => storage.pending(0), inSeconds).toEqual([key])
    expect(await storage.pending(60_000)).toEqual([])
    await storage.confirm(key)
    expect(await storage.pending(0)).toEqual([])
    expect((await read())?.toString()).toBe('design')
  })

  test('removing also deletes what was made from the original, and may be repeated', async () => {
    await keep(Buffer.from('design'))
    const path = storage.temporaryPath()
    await writeFile(path, 'thumbnail')
    await storage.keepDerivative(path, { key, derivative: 'thumbnail' })
    const rendered = await storage.open({ key, derivative: 'thumbnail' })
    expect(rendered && (await buffer(rendered.stream())).toString()).toBe('thumbnail')
    const again = await storage.open({ key, derivative: 'thumbnail' })
    expect(again && (await buffer(again.stream({ start: 1, end: 3 }))).toString()).toBe('hum')
    await storage.confirm(key)
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.has({ key })).toBe(false)
    expect(await names()).toEqual([])
    expect(await storage.open({ key })).toBeNull()
  })

  test('the sweep removes parts that a killed process left', async () => {
    const name = `objects/a/1/${key}`
    await bucket.put(`parts/${randomUUID()}`, JSON.stringify({ name }))
    const upload = await bucket.startParts(name)
    const part = await bucket.putPart(upload, 1, Buffer.alloc(5 * MB))
    expect(await storage.sweepTemporary(60_000)).toBe(0)
    expect(await bucket.begunParts(name)).toHaveLength(1)
    await expect.poll(() => storage.sweepTemporary(0), inSeconds).toBe(1)
    expect(await bucket.begunParts(name)).toEqual([])
    await expect(bucket.completeParts(upload, [part])).rejects.toBeInstanceOf(StorageUnavailableError)
    expect(await names()).toEqual([])
  })

  test('the sweep removes a large file that a killed process was storing', async () => {
    const path = storage.temporaryPath()
    await writeFile(path, randomBytes(18 * MB))
    const name = `derived/a/1/${key}/tiles`
    const writer = startWriter(config, path, name)
    await expect.poll(() => bucket.begunParts(name), { timeout: 30_000, interval: 2 }).toHaveLength(1)
    writer.kill('SIGKILL')
    await expect
      .poll(async () => [await storage.sweepTemporary(0), await bucket.begunParts(name)], inSeconds)
      .toEqual([expect.any(Number), []])
    expect((await names()).filter((one) => one !== name)).toEqual([])
  })

  test('renderings may be large', async () => {
    const bytes = randomBytes(18 * MB)
    const path = storage.temporaryPath()
    await writeFile(path, bytes)
    await storage.keepDerivative(path, { key, derivative: 'tiles' })
    const tiles = await storage.open({ key, derivative: 'tiles' })
    const range = { start: 9 * MB, end: 9 * MB + 99 }
    expect(tiles && (await buffer(tiles.stream(range))).equals(bytes.subarray(9 * MB, 9 * MB + 100))).toBe(
      true,
    )
    expect([await names(), await local()]).toEqual([[`derived/a/1/${key}/tiles`], []])
  })

  test('a program that reads files gets one copy for all calls, and none stays for long', async () => {
    const bytes = randomBytes(2 * MB)
    await keep(bytes)
    const other = await openS3Storage(config, folder)
    const seen = await Promise.all(
      [1, 2, 3].map(() =>
        other.withLocalFile({ key }, async (path) => [path, await buffer(streamOf(path))] as const),
      ),
    )
    expect(new Set(seen.map(([path]) => path)).size).toBe(1)
    for (const [, copy] of seen) expect(copy.equals(bytes)).toBe(true)
    await other.remove(key)
    await expect.poll(async () => (await local()).includes(seen[0]?.[0].split('/').at(-1) ?? '')).toBe(false)
  })

  test('what is on disk can be copied into the bucket as it is', async () => {
    const disk = await openDiskStorage(folder)
    const bytes = randomBytes(5_000)
    const received = await disk.receive(chunked(bytes), anyLimit)
    await disk.commit(received, key)
    const rendered = disk.temporaryPath()
    await writeFile(rendered, 'thumbnail')
    await disk.keepDerivative(rendered, { key, derivative: 'thumbnail' })
    for await (const { place } of disk.list()) await bucket.put(place, await readFile(join(folder, place)))
    expect((await read())?.equals(bytes)).toBe(true)
    const listed: object[] = []
    for await (const { key: of, derivative, sizeBytes } of storage.list())
      listed.push({ of, derivative, sizeBytes })
    expect(listed).toEqual([
      { of: key, derivative: undefined, sizeBytes: 5_000 },
      { of: key, derivative: 'thumbnail', sizeBytes: 9 },
    ])
  })

  test('a key that the server did not create never becomes a name', async () => {
    await expect(storage.open({ key: '../../etc/passwd' })).rejects.toThrow('Not a storage key')
    await expect(storage.open({ key, derivative: '../original' })).rejects.toThrow('Not a derivative name')
  })

  describe('an upload in pieces', () => {
    let id: string
    beforeEach(async () => {
      id = randomUUID()
      await storage.resumable.create(id, 0)
    })

    test.each([
      ['small ones', [10, 20_000, 1, MB]],
      ['large and small ones', [9 * MB, 5, 17 * MB + 3, 8 * MB]],
    ])('becomes one file, whichever process takes which piece: %s', async (_, lengths) => {
      const pieces = lengths.map((length) => randomBytes(length))
      let offset = 0
      for (const bytes of pieces) {
        const { resumable } = await openS3Storage(config, folder)
        expect(await resumable.size(id)).toBe(offset)
        offset = await resumable.append(id, chunked(bytes), piece(offset))
      }
      const whole = Buffer.concat(pieces)
      expect(offset).toBe(whole.length)
      const received = await storage.resumable.finish(id)
      expect(received.sizeBytes).toBe(whole.length)
      expect(received.head.equals(whole.subarray(0, HEAD_BYTES))).toBe(true)
      await storage.commit(received, 'b2'.repeat(16))
      // The row was never written: the next try finds everything again.
      await storage.commit(await storage.resumable.finish(id), key)
      await storage.resumable.remove(id)
      expect((await read())?.equals(whole)).toBe(true)
      expect((await names()).filter((name) => name.startsWith('resumable/'))).toEqual([])
      expect(await local()).toEqual([])
    })

    test('keeps what came before the connection broke', async () => {
      const bytes = randomBytes(10 * MB)
      const source = new PassThrough({ highWaterMark: 16 * MB })
      source.write(bytes)
      const over = errorOf(storage.resumable.append(id, source, piece(0)))
      await expect.poll(() => source.readableLength, inSeconds).toBe(0)
      source.destroy(new Error('line lost'))
      expect(await over).toBeInstanceOf(UploadAbortedError)
      const kept = (await storage.resumable.size(id)) ?? 0
      expect(kept).toBeGreaterThan(8 * MB)
      await storage.resumable.append(id, chunked(bytes.subarray(kept)), piece(kept))
      await storage.commit(await storage.resumable.finish(id), key)
      expect((await read())?.equals(bytes)).toBe(true)
    })

    test('leaves the connection open for its answer where the store fails meanwhile', async () => {
      const source = new PassThrough({ highWaterMark: 64 * MB })
      source.write(randomBytes(9 * MB))
      const over = errorOf(storage.resumable.append(id, source, piece(0)))
      await expect.poll(() => storage.resumable.size(id), inSeconds).toBe(8 * MB)
      await store.kill()
      const line = setInterval(() => source.write(randomBytes(MB)), 100)
      try {
        expect(await over).toBeInstanceOf(StorageUnavailableError)
        expect(source.destroyed).toBe(false)
      } finally {
        clearInterval(line)
        await store.start()
      }
    })

    test('leaves no parts of a process that was killed before it noted them', async () => {
      const name = `resumable/${id}/whole`
      const lost = await bucket.startParts(name)
      await bucket.putPart(lost, 1, Buffer.alloc(5 * MB))
      await storage.resumable.append(id, chunked(randomBytes(9 * MB)), piece(0))
      await storage.commit(await storage.resumable.finish(id), key)
      await storage.resumable.remove(id)
      expect(await bucket.begunParts(name)).toEqual([])
    })

    test('that was never there has no size, and one that is idle is found and removed', async () => {
      expect(await storage.resumable.size(randomUUID())).toBeNull()
      await storage.resumable.append(id, chunked(randomBytes(9 * MB)), piece(0))
      expect(await storage.resumable.idle(60_000)).toEqual([])
      await expect.poll(() => storage.resumable.idle(0), inSeconds).toEqual([id])
      await storage.resumable.remove(id)
      await storage.resumable.remove(id)
      expect(await names()).toEqual([])
    })
  })
})

/** A process that stores a file in the bucket, as rendering does. */
function startWriter(config: S3Config, path: string, name: string) {
  const script = `import { openBucket } from ${JSON.stringify(join(platform, 'storage-s3-bucket.ts'))}
    import { sendFile } from ${JSON.stringify(join(platform, 'storage-s3-parts.ts'))}
    await sendFile(openBucket(${JSON.stringify(config)}), ${JSON.stringify(name)}, ${JSON.stringify(path)})`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: platform,
    stdio: 'ignore',
  })
}

/** Awaited at once, so that no rejection is unhandled. */
function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}
