import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  HEAD_BYTES,
  type Storage,
  UploadAbortedError,
  UploadEmptyError,
  UploadTooLargeError,
} from './storage.ts'
import { openDiskStorage } from './storage-disk.ts'

const MB = 1024 * 1024
const key = 'a1'.repeat(16)
const anyLimit = { limitBytes: 64 * MB }

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-storage-'))
  storage = await openDiskStorage(folder)
})

afterEach(() => rm(folder, { recursive: true }))

const incoming = () => readdir(join(folder, 'incoming'))
const chunked = (bytes: Buffer, size = 60_000) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )

async function store(bytes: Buffer, under = key) {
  const received = await storage.receive(chunked(bytes), anyLimit)
  await storage.commit(received, under)
  await storage.confirm(under)
}

async function read(under: string, range?: { start: number; end: number }) {
  const object = await storage.open({ key: under })
  return object ? buffer(object.stream(range)) : null
}

test('what was received comes back byte for byte, whole and in ranges', async () => {
  const bytes = randomBytes(3 * MB + 17)
  const received = await storage.receive(chunked(bytes), anyLimit)
  expect(received.sizeBytes).toBe(bytes.length)
  expect(received.head.equals(bytes.subarray(0, HEAD_BYTES))).toBe(true)
  await storage.commit(received, key)
  await storage.discard(received)
  expect((await read(key))?.equals(bytes)).toBe(true)
  expect(
    (await read(key, { start: 1_000_000, end: 1_000_099 }))?.equals(bytes.subarray(1_000_000, 1_000_100)),
  ).toBe(true)
  expect(await incoming()).toEqual([])
})

test('the limit acts while bytes arrive: nothing after it is read and nothing stays', async () => {
  let produced = 0
  const endless = Readable.from(
    (function* () {
      while (true) {
        produced += MB
        yield Buffer.alloc(MB)
      }
    })(),
  )
  await expect(storage.receive(endless, { limitBytes: 5 * MB })).rejects.toBeInstanceOf(UploadTooLargeError)
  expect(produced).toBeLessThan(8 * MB)
  expect(await incoming()).toEqual([])
})

test('a file of exactly the limit is accepted', async () => {
  const received = await storage.receive(chunked(Buffer.alloc(MB)), { limitBytes: MB })
  expect(received.sizeBytes).toBe(MB)
})

test('an empty upload is recognised and leaves nothing', async () => {
  await expect(storage.receive(Readable.from([]), anyLimit)).rejects.toBeInstanceOf(UploadEmptyError)
  expect(await incoming()).toEqual([])
})

test('an empty upload is stored where that is allowed', async () => {
  const received = await storage.receive(Readable.from([]), { ...anyLimit, takesEmpty: true })
  await storage.commit(received, key)
  const object = await storage.open({ key })
  await object?.close()
  expect(object?.sizeBytes).toBe(0)
})

test('an upload that breaks off leaves nothing', async () => {
  const source = new PassThrough()
  const receiving = storage.receive(source, anyLimit)
  source.write(Buffer.alloc(200_000))
  setImmediate(() => source.destroy(new Error('line lost')))
  await expect(receiving).rejects.toBeInstanceOf(UploadAbortedError)
  expect(await incoming()).toEqual([])
})

test('committed bytes stay pending until their record is confirmed', async () => {
  const received = await storage.receive(chunked(Buffer.from('design')), anyLimit)
  await storage.commit(received, key)
  expect(await storage.pending(0)).toEqual([key])
  expect(await storage.pending(60_000)).toEqual([])
  await storage.confirm(key)
  expect(await storage.pending(0)).toEqual([])
})

test('removing also deletes what was made from the original, and may be repeated', async () => {
  await store(Buffer.from('design'))
  const rendered = await storage.receive(Readable.from([Buffer.from('thumbnail')]), anyLimit)
  await storage.keepDerivative(rendered.temporaryPath, { key, derivative: 'thumbnail' })
  expect(await storage.has({ key, derivative: 'thumbnail' })).toBe(true)
  await storage.remove(key)
  await storage.remove(key)
  expect(await storage.has({ key })).toBe(false)
  expect(await storage.has({ key, derivative: 'thumbnail' })).toBe(false)
})

test('the sweep only removes old temporary files', async () => {
  const old = await storage.receive(Readable.from([Buffer.from('old')]), anyLimit)
  const fresh = await storage.receive(Readable.from([Buffer.from('fresh')]), anyLimit)
  const longAgo = new Date(Date.now() - 7_200_000)
  await utimes(old.temporaryPath, longAgo, longAgo)
  expect(await storage.sweepTemporary(3_600_000)).toBe(1)
  await storage.commit(fresh, key)
  expect((await read(key))?.toString()).toBe('fresh')
})

test('a key that the server did not create never becomes a path', async () => {
  await expect(storage.open({ key: '../../../etc/passwd' })).rejects.toThrow('Not a storage key')
  await expect(storage.open({ key, derivative: '../original' })).rejects.toThrow('Not a derivative name')
})

test('a missing object is null, not an error', async () => {
  expect(await storage.open({ key })).toBeNull()
})
