import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteFile, getFile } from '@wingmark/contract/files'
import { maxFileBytes } from '@wingmark/contract/limits'
import { plans } from '@wingmark/contract/plans'
import { changeShareAccess } from '@wingmark/contract/reviews'
import { tusPath } from '@wingmark/contract/tus'
import { getUsage, logout } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile } from '../../../../test/files.ts'
import { newGuest, newReview, newUser, type Person, png, upload } from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { askTus, callTus, createTus, newTus, sendPiece, startPiece } from '../../../../test/tus.ts'
import { sweepUploads } from './service.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp()
  owner = await newUser(app)
})
afterAll(() => app.close())

/** A valid picture with bytes after its end. */
const picture = (extra = 100_000) => Buffer.concat([png(), randomBytes(extra)])
const pieces = (bytes: Buffer, ...cuts: number[]) =>
  [0, ...cuts].map((from, index) => ({ from, bytes: bytes.subarray(from, cuts[index]) }))
const resumableFiles = () => readdir(join(app.dataDir, 'files', 'resumable'))
const usedBytes = async (person: Person) =>
  (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
const countFiles = async (person: Person) => {
  const sql = 'select count(*)::int as files from files where owner_id = $1'
  return (await app.deps.db.pool.query<{ files: number }>(sql, [person.user._id])).rows[0]?.files
}
const leaveBytes = (person: Person, bytes: number) =>
  app.deps.db.pool.query('update users set used_bytes = $2 where id = $1', [
    person.user._id,
    plans.FREE.storageBytes - bytes,
  ])

/** Written to disk at once, so that the test can wait for everything it sent. */
const batchBytes = 256 * 1024
const untilStored = (path: string, bytes: number) =>
  eventually(async () => {
    const id = path.split('/').at(-1) ?? ''
    expect(await app.deps.storage.resumable.size(id)).toBe(bytes)
  })

async function storedBytes(caller: Caller, id: string | null): Promise<Buffer> {
  const { body } = await app.call(getFile, { params: { id: id ?? '' } }, caller)
  return Buffer.from(await (await fetchFile(app, body.result.url ?? '')).arrayBuffer())
}

describe('an upload', () => {
  test('in three pieces is stored byte for byte, charged once, and its last answer names the file', async () => {
    const person = await newUser(app)
    const bytes = picture(3_000_000)
    const path = await newTus(app, person, { size: bytes.length, name: 'Home page.png' })
    let answer = await askTus(app, person, path)
    expect([answer.status, answer.offset, answer.headers.get('upload-length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ])
    for (const piece of pieces(bytes, 1_000_000, 1_000_001)) {
      answer = await sendPiece(app, person, path, piece.from, piece.bytes)
      expect([answer.status, answer.offset]).toEqual([204, piece.from + piece.bytes.length])
    }
    expect(answer.headers.get('x-file-key')).toMatch(/^[\w-]{22,}$/)
    const { body } = await app.call(getFile, { params: { id: answer.file ?? '' } }, person)
    expect(body.result).toMatchObject({ name: 'Home page.png', mime: 'image/png', size: bytes.length })
    expect((await storedBytes(person, answer.file)).equals(bytes)).toBe(true)
    expect(await usedBytes(person)).toBe(bytes.length)
    expect(await resumableFiles()).toEqual([])
  })

  test('may arrive whole with its creation', async () => {
    const bytes = picture()
    const answer = await createTus(app, owner, { size: bytes.length, body: bytes })
    expect([answer.status, answer.offset]).toEqual([201, bytes.length])
    expect((await storedBytes(owner, answer.file)).equals(bytes)).toBe(true)
    const again = await askTus(app, owner, answer.headers.get('location') ?? '')
    expect(again.file).toBe(answer.file)
  })

  test('may start with its creation and continue later', async () => {
    const bytes = picture()
    const [first, rest] = pieces(bytes, 40_000)
    const created = await createTus(app, owner, { size: bytes.length, body: first?.bytes ?? Buffer.alloc(0) })
    expect([created.status, created.offset, created.file]).toEqual([201, 40_000, null])
    const path = created.headers.get('location') ?? ''
    const answer = await sendPiece(app, owner, path, 40_000, rest?.bytes ?? Buffer.alloc(0))
    expect((await storedBytes(owner, answer.file)).equals(bytes)).toBe(true)
  })

  test('continues where a broken connection left it', async () => {
    const bytes = picture(2_000_000)
    const path = await newTus(app, owner, { size: bytes.length })
    const half = bytes.subarray(0, 3 * batchBytes)
    const sending = await startPiece(app, owner, { path, offset: 0, announced: bytes.length, bytes: half })
    await untilStored(path, half.length)
    sending.cut()
    await sending.closed
    const { offset } = await askTus(app, owner, path)
    expect(offset).toBe(half.length)
    const answer = await sendPiece(app, owner, path, offset, bytes.subarray(offset))
    expect((await storedBytes(owner, answer.file)).equals(bytes)).toBe(true)
  })

  test('reports its offset at once although a dead connection still seems to send', async () => {
    const bytes = picture(2_000_000)
    const path = await newTus(app, owner, { size: bytes.length })
    const half = bytes.subarray(0, 2 * batchBytes)
    const stuck = await startPiece(app, owner, { path, offset: 0, announced: bytes.length, bytes: half })
    await untilStored(path, half.length)
    const { status, offset } = await askTus(app, owner, path)
    // Not refused as busy while another request still sends.
    expect([status, offset]).toEqual([200, half.length])
    await stuck.closed
    const answer = await sendPiece(app, owner, path, offset, bytes.subarray(offset))
    expect((await storedBytes(owner, answer.file)).equals(bytes)).toBe(true)
  })

  test('sent twice at once is one whole file', async () => {
    const person = await newUser(app)
    const bytes = picture(4_000_000)
    const path = await newTus(app, person, { size: bytes.length })
    const send = async () => {
      for (let tries = 0; tries < 50; tries++) {
        const { offset, file } = await askTus(app, person, path)
        if (file) return file
        await sendPiece(app, person, path, offset, bytes.subarray(offset)).catch(() => null)
      }
      return null
    }
    const files = await Promise.all([send(), send(), send()])
    expect(new Set(files).size).toBe(1)
    expect(await countFiles(person)).toBe(1)
    expect((await storedBytes(person, files[0] ?? null)).equals(bytes)).toBe(true)
  })

  test('can be cancelled', async () => {
    const path = await newTus(app, owner, { size: 1_000 })
    await sendPiece(app, owner, path, 0, png())
    expect((await callTus(app, owner, { method: 'DELETE', path })).status).toBe(204)
    expect((await askTus(app, owner, path)).status).toBe(404)
    expect(await resumableFiles()).toEqual([])
  })

  test('takes a piece by POST with an overridden method', async () => {
    const bytes = picture()
    const path = await newTus(app, owner, { size: bytes.length })
    const headers = { 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
    const answer = await callTus(app, owner, { method: 'POST', path, body: bytes, headers })
    expect([answer.status, answer.file === null]).toEqual([204, false])
  })
})

describe('a lost answer', () => {
  test('is returned again: on request, when sent again, or when created again with the same key', async () => {
    const person = await newUser(app)
    const bytes = picture()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const path = await newTus(app, person, { size: bytes.length, headers })
    const { file } = await sendPiece(app, person, path, 0, bytes)
    expect((await askTus(app, person, path)).file).toBe(file)
    expect((await sendPiece(app, person, path, bytes.length, Buffer.alloc(0))).file).toBe(file)
    const created = await createTus(app, person, { size: bytes.length, headers })
    expect([created.status, created.file, created.offset, created.headers.get('location')]).toEqual([
      201,
      file,
      bytes.length,
      path,
    ])
    const whole = await createTus(app, person, { size: bytes.length, headers, body: bytes })
    expect(whole.file).toBe(file)
    expect(await countFiles(person)).toBe(1)
    expect(await usedBytes(person)).toBe(bytes.length)
  })

  test('makes one file of two uploads with one key', async () => {
    const person = await newUser(app)
    const bytes = picture()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const paths = await Promise.all([1, 2].map(() => newTus(app, person, { size: bytes.length, headers })))
    const answers = await Promise.all(paths.map((path) => sendPiece(app, person, path, 0, bytes)))
    expect(new Set(answers.map((answer) => answer.file)).size).toBe(1)
    expect(await countFiles(person)).toBe(1)
    expect(await usedBytes(person)).toBe(bytes.length)
  })

  test('of a complete upload is finished on request', async () => {
    const bytes = picture()
    const path = await newTus(app, owner, { size: bytes.length })
    const id = path.split('/').at(-1) ?? ''
    const source = new Blob([new Uint8Array(bytes)]).stream()
    const { Readable } = await import('node:stream')
    const piece = { offset: 0, limitBytes: bytes.length, signal: new AbortController().signal }
    await app.deps.storage.resumable.append(id, Readable.fromWeb(source as never), piece)
    const { file } = await askTus(app, owner, path)
    expect((await storedBytes(owner, file)).equals(bytes)).toBe(true)
  })

  test('names no file deleted since', async () => {
    const bytes = picture()
    const answer = await createTus(app, owner, { size: bytes.length, body: bytes })
    await app.call(deleteFile, { params: { id: answer.file ?? '' } }, owner)
    expect((await askTus(app, owner, answer.headers.get('location') ?? '')).status).toBe(404)
  })
})

describe('what is refused', () => {
  test.each([
    ['an empty file', { size: 0 }, 422, /^This file is empty\.$/],
    [
      'a byte too many',
      { size: maxFileBytes + 1, name: 'big.png' },
      413,
      /^File "big\.png" is too large \(500\.00MB\)\. Maximum allowed size is 500MB\.$/,
    ],
    ['a name of another type', { size: 10, name: 'a.exe' }, 415, /^Only .+ Selected file: a\.exe$/],
    ['a video in a review', { size: 10, name: 'a.mp4' }, 415, /^Only .+ Selected file: a\.mp4$/],
    ['an unknown purpose', { size: 10, purpose: 'WORLD' }, 422, /^Choose one of: REVIEW/],
  ])('at its creation: %s', async (_, wanted, status, message) => {
    const answer = await createTus(app, owner, wanted)
    expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(message)])
  })

  test.each([
    ['no length', { 'upload-length': undefined }],
    ['a length below nothing', { 'upload-length': '-1' }],
    ['a length that is no number', { 'upload-length': '1e3' }],
    ['a length sent later', { 'upload-defer-length': '1' }],
    ['parts to be put together', { 'upload-concat': 'partial' }],
    ['metadata that cannot be read', { 'upload-metadata': 'filename %%%' }],
    ['repeated metadata', { 'upload-metadata': 'filename YQ==,filename Yg==' }],
    ['metadata without end', { 'upload-metadata': `filename ${'YWFh'.repeat(3_100)}` }],
  ])('%s', async (_, changed) => {
    const given = { 'upload-length': '10', 'upload-metadata': 'filename YS5wbmc=', ...changed }
    const headers = Object.fromEntries(Object.entries(given).flatMap(([k, v]) => (v ? [[k, v]] : [])))
    const answer = await callTus(app, owner, { method: 'POST', headers })
    expect([answer.status, answer.message]).toEqual([400, 'The upload couldn’t be read. Please try again.'])
  })

  test('a name of five thousand letters is accepted: it is cut, like that of a form', async () => {
    const bytes = png()
    const name = `${'a'.repeat(5_000)}.png`
    const answer = await createTus(app, owner, { size: bytes.length, name, body: bytes })
    const { body } = await app.call(getFile, { params: { id: answer.file ?? '' } }, owner)
    expect(body.result.name).toBe(`${'a'.repeat(251)}.png`)
  })

  test('another version of the protocol', async () => {
    const answer = await callTus(app, owner, { method: 'POST', headers: { 'tus-resumable': '0.2.2' } })
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })

  test('bytes that do not match their name, which are then removed', async () => {
    const person = await newUser(app)
    const bytes = Buffer.from('<!doctype html><script>1</script>')
    const path = await newTus(app, person, { size: bytes.length })
    const answer = await sendPiece(app, person, path, 0, bytes)
    expect([answer.status, answer.message]).toEqual([415, expect.stringMatching(/^Only .+ design\.png$/)])
    expect((await askTus(app, person, path)).status).toBe(404)
    expect(await resumableFiles()).toEqual([])
    expect(await usedBytes(person)).toBe(0)
  })

  test('pieces at a wrong offset, too long, or without bytes', async () => {
    const bytes = png()
    const path = await newTus(app, owner, { size: bytes.length })
    expect((await sendPiece(app, owner, path, 5, bytes)).status).toBe(409)
    expect((await sendPiece(app, owner, path, 0, Buffer.concat([bytes, bytes]))).status).toBe(400)
    const headers = { 'upload-offset': '0', 'content-type': 'text/plain' }
    expect((await callTus(app, owner, { method: 'PATCH', path, body: bytes, headers })).status).toBe(415)
    expect((await callTus(app, owner, { method: 'PATCH', path, body: bytes })).status).toBe(400)
    expect((await askTus(app, owner, path)).offset).toBe(0)
  })

  test('other methods', async () => {
    for (const [method, path] of [
      ['GET', tusPath],
      ['PUT', tusPath],
      ['GET', `${tusPath}/${crypto.randomUUID()}`],
    ] as const) {
      expect((await app.fetch(path, { method, caller: owner })).status).toBe(405)
    }
    const again = await callTus(app, owner, { method: 'POST', path: `${tusPath}/${crypto.randomUUID()}` })
    expect([again.status, again.headers.get('allow')]).toEqual([405, 'HEAD, PATCH, DELETE, OPTIONS'])
  })
})

describe('storage', () => {
  test('of the plan is reserved for running uploads: twenty at once never exceed it', async () => {
    const person = await newUser(app)
    const bytes = picture(50_000)
    await leaveBytes(person, 2 * bytes.length + 100)
    const before = await usedBytes(person)
    const created = await Promise.all(
      Array.from({ length: 20 }, () => createTus(app, person, { size: bytes.length })),
    )
    const refused = created.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(18)
    for (const { status, message } of refused) {
      expect([status, message]).toEqual([
        507,
        'You’ve used all of your storage. Delete files or upgrade your plan.',
      ])
    }
    for (const { status, headers } of created) {
      if (status !== 201) continue
      const answer = await sendPiece(app, person, headers.get('location') ?? '', 0, bytes)
      expect(answer.status).toBe(204)
    }
    expect(await usedBytes(person)).toBe(before + 2 * bytes.length)
  })

  test('used up meanwhile refuses the next piece, and accepts it once there is room again', async () => {
    const person = await newUser(app)
    const bytes = picture()
    const path = await newTus(app, person, { size: bytes.length })
    const [first, rest] = pieces(bytes, 50_000)
    await sendPiece(app, person, path, 0, first?.bytes ?? Buffer.alloc(0))
    await leaveBytes(person, 10)
    const refused = await sendPiece(app, person, path, 50_000, rest?.bytes ?? Buffer.alloc(0))
    expect(refused.status).toBe(507)
    await leaveBytes(person, 1_000_000)
    const { offset } = await askTus(app, person, path)
    const answer = await sendPiece(app, person, path, offset, bytes.subarray(offset))
    expect((await storedBytes(person, answer.file)).equals(bytes)).toBe(true)
  })

  test('of abandoned uploads is free for new ones', async () => {
    const person = await newUser(app)
    await leaveBytes(person, 1_000_000)
    const old = await newTus(app, person, { size: 900_000 })
    expect((await createTus(app, person, { size: 900_000 })).status).toBe(507)
    const later = `update uploads set touched_at = now() - interval '61 minutes' where owner_id = $1`
    await app.deps.db.pool.query(later, [person.user._id])
    expect((await createTus(app, person, { size: 900_000 })).status).toBe(201)
    expect((await askTus(app, person, old)).status).toBe(404)
  })

  test('of the owner’s uploads is not available to guests', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const guest = await newGuest(app, share)
    const own = await newTus(app, person, { size: 1_000 })
    const tenth = { size: plans.FREE.storageBytes / 10, purpose: 'COMMENT', review: review._id }
    await newTus(app, guest, { ...tenth, size: 1_000 })
    const fill = 'update uploads set size = $2 where owner_id = $1 and guest_id is not null'
    await app.deps.db.pool.query(fill, [person.user._id, tenth.size])
    expect((await createTus(app, guest, { ...tenth, size: 1_000 })).status).toBe(507)
    const later = `update uploads set touched_at = now() - interval '61 minutes' where owner_id = $1`
    await app.deps.db.pool.query(later, [person.user._id])
    await newTus(app, guest, { ...tenth, size: 1_000 })
    expect((await askTus(app, person, own)).status).toBe(200)
  })

  test('is reserved by uploads in one request, too', async () => {
    const person = await newUser(app)
    await leaveBytes(person, 1_000_000)
    const path = await newTus(app, person, { size: 900_000 })
    const bytes = Buffer.concat([png(), Buffer.alloc(200_000)])
    const whole = { size: bytes.length, body: bytes }
    expect((await upload(app, person, { bytes })).status).toBe(507)
    expect((await createTus(app, person, whole)).status).toBe(507)
    await callTus(app, person, { method: 'DELETE', path })
    expect((await upload(app, person, { bytes })).status).toBe(201)
    expect((await createTus(app, person, whole)).status).toBe(201)
  })

  test('cannot be filled with many small beginnings', async () => {
    const person = await newUser(app)
    const { rowCount } = await app.deps.db.pool.query(
      `insert into uploads (id, owner_id, size, metadata)
       select gen_random_uuid(), $1, 1, '' from generate_series(1, 200)`,
      [person.user._id],
    )
    expect(rowCount).toBe(200)
    const answer = await createTus(app, person, { size: 10 })
    expect([answer.status, answer.message]).toEqual([429, expect.stringContaining('unfinished')])
  })

  test('of uploads idle for a day is free again', async () => {
    const person = await newUser(app)
    const path = await newTus(app, person, { size: 1_000 })
    await sendPiece(app, person, path, 0, png())
    await sweepUploads(app.deps, 0)
    expect((await askTus(app, person, path)).status).toBe(200)
    const later = `update uploads set touched_at = now() - interval '25 hours' where owner_id = $1`
    await app.deps.db.pool.query(later, [person.user._id])
    expect((await askTus(app, person, path)).status).toBe(404)
    await sweepUploads(app.deps, 0)
    await expect.poll(resumableFiles).not.toContain(path.split('/').at(-1))
  })
})

describe('who may', () => {
  test('continue is only the creator; for others it does not exist', async () => {
    const path = await newTus(app, owner, { size: 1_000 })
    const stranger = await newUser(app)
    const random = `${tusPath}/${crypto.randomUUID()}`
    for (const caller of [stranger, await newGuest(app)]) {
      expect((await askTus(app, caller, path)).status).toBe(404)
      expect((await callTus(app, caller, { method: 'DELETE', path })).status).toBe(404)
      const [mine, none] = [
        await sendPiece(app, caller, path, 0, png()),
        await sendPiece(app, caller, random, 0, png()),
      ]
      expect([mine.status, mine.message]).toEqual([none.status, none.message])
      expect(mine.status).toBe(404)
    }
    expect((await askTus(app, {}, path)).status).toBe(401)
    expect((await createTus(app, {}, { size: 10 })).status).toBe(401)
    expect((await askTus(app, owner, `${tusPath}/1`)).status).toBe(404)
    expect((await askTus(app, owner, path)).offset).toBe(0)
  })

  test('send ends with the session', async () => {
    const person = await newUser(app)
    const bytes = picture()
    const path = await newTus(app, person, { size: bytes.length })
    await sendPiece(app, person, path, 0, bytes.subarray(0, 1_000))
    await app.call(logout, { body: {} }, person)
    expect((await sendPiece(app, person, path, 1_000, bytes.subarray(1_000))).status).toBe(401)
  })

  test('attach as a guest depends on the link, piece by piece, on the owner’s account', async () => {
    const person = await newUser(app)
    const { review, share } = await newReview(app, person)
    const before = await usedBytes(person)
    const guest = await newGuest(app, share)
    const bytes = picture()
    const wanted = { size: bytes.length, purpose: 'COMMENT', review: review._id }
    const path = await newTus(app, guest, wanted)
    const { file } = await sendPiece(app, guest, path, 0, bytes)
    expect(file).not.toBeNull()
    expect(await usedBytes(person)).toBe(before + bytes.length)
    expect((await askTus(app, guest, path)).file).toBe(file)

    const other = await newTus(app, guest, wanted)
    await sendPiece(app, guest, other, 0, bytes.subarray(0, 1_000))
    await app.call(changeShareAccess, { params: { id: review._id }, body: { access: 'VIEW' } }, person)
    expect((await sendPiece(app, guest, other, 1_000, bytes.subarray(1_000))).status).toBe(403)
    await app.call(changeShareAccess, { params: { id: review._id }, body: { access: 'NONE' } }, person)
    expect((await sendPiece(app, guest, other, 1_000, bytes.subarray(1_000))).status).toBe(404)
    expect((await createTus(app, guest, { size: 10 })).status).toBe(403)
    expect(await usedBytes(person)).toBe(before + bytes.length)
  })
})

test('states its protocol to pages of its own origin', async () => {
  const response = await app.fetch(tusPath, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  expect(response.headers.get('tus-max-size')).toBe(String(maxFileBytes))
  expect(response.headers.get('access-control-expose-headers')).toMatch(/X-File-Id, X-File-Key/)
  const foreign = await app.fetch(tusPath, { method: 'OPTIONS', headers: { origin: 'https://evil.test' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBe(new URL(app.deps.config.publicUrl).origin)
})

test('two processes take turns at one upload', async () => {
  const other = await startTestApp({
    databaseUrl: app.deps.db.pool.options.connectionString ?? '',
    dataDir: app.dataDir,
  })
  const bytes = picture(2_000_000)
  const path = await newTus(app, owner, { size: bytes.length })
  const half = bytes.subarray(0, 3 * batchBytes)
  const stuck = await startPiece(app, owner, { path, offset: 0, announced: bytes.length, bytes: half })
  await untilStored(path, half.length)
  const { offset } = await askTus(other, owner, path)
  await stuck.closed
  expect(offset).toBe(half.length)
  const { file } = await sendPiece(other, owner, path, offset, bytes.subarray(offset))
  expect((await storedBytes(owner, file)).equals(bytes)).toBe(true)
  await eventually(async () => expect((await askTus(app, owner, path)).file).toBe(file))
  await other.close()
})
