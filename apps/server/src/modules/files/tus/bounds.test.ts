import { readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { maxFileBytes } from '@wingmark/contract/limits'
import { tusContentType, tusPath, tusVersion } from '@wingmark/contract/tus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { formType, part, sendRaw } from '../../../../test/files.ts'
import {
  newGuest,
  newReview,
  newUser,
  type Person,
  png,
  upload,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { callerHeaders, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { createTus, sendPiece, startPiece } from '../../../../test/tus.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: 1 } })
  owner = await newUser(app)
})
afterAll(() => app.close())

test('a first piece that is too long or interrupted leaves no upload', async () => {
  const person = await newUser(app)
  const [bytes, count] = [png(), 'select 1 from uploads where owner_id = $1']
  const unfinished = async () => (await app.deps.db.pool.query(count, [person.user._id])).rowCount
  const begin = (headers: Record<string, string>, ended: (sending: ClientRequest) => void) =>
    new Promise<number>((resolve) => {
      const sending = request(app.url + tusPath, {
        method: 'POST',
        headers: {
          ...callerHeaders(person),
          'tus-resumable': tusVersion,
          'content-type': tusContentType,
          'upload-length': bytes.length,
          ...headers,
        },
      })
      sending.on('error', () => resolve(0))
      sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
      sending.write(bytes.subarray(0, 20))
      ended(sending)
    })
  const long = Buffer.concat([bytes, bytes])
  expect(await begin({ 'content-length': String(long.length) }, (one) => one.write(long.subarray(20)))).toBe(
    400,
  )
  expect(await begin({}, (one) => one.end(long.subarray(20)))).toBe(400)
  const line = Promise.withResolvers<ClientRequest>()
  const broken = begin({ 'content-length': String(bytes.length - 1) }, line.resolve)
  await eventually(async () => expect(await unfinished()).toBe(1))
  ;(await line.promise).destroy()
  expect(await broken).toBe(0)
  await eventually(async () => expect(await unfinished()).toBe(0))
  expect((await createTus(app, person, { size: bytes.length })).status).toBe(201)
})

test('a piece for a finished file is refused before it arrives', async () => {
  const bytes = png()
  const created = await createTus(app, owner, { size: bytes.length, body: bytes })
  const path = created.headers.get('location') ?? ''
  for (const offset of [0, bytes.length]) {
    const startedAt = performance.now()
    const piece = { path, offset, announced: 50_000_000, bytes: Buffer.alloc(1_000) }
    const { status, closed } = await startPiece(app, owner, piece)
    expect(await status).toBe(offset === 0 ? 409 : 400)
    await closed
    // It gives up after some seconds without reading to the end.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  }
  expect((await sendPiece(app, owner, path, bytes.length, Buffer.alloc(0))).status).toBe(204)
})

test('a piece longer than announced is refused, although the rest is not read', async () => {
  const path = (await createTus(app, owner, { size: 1_000 })).headers.get('location') ?? ''
  const headers = { ...callerHeaders(owner), 'tus-resumable': tusVersion, 'content-type': tusContentType }
  const answer = await new Promise<number>((resolve) => {
    const piece = { method: 'PATCH', headers: { ...headers, 'upload-offset': 0 } }
    const sending = request(app.url + path, piece, (got) => resolve(got.resume().statusCode ?? 0))
    sending.on('error', () => resolve(0))
    sending.write(Buffer.alloc(50_000))
  })
  expect(answer).toBe(400)
})

test('guests who attach small files at the same moment do not deadlock', async () => {
  const person = await newUser(app)
  const { review, share } = await newReview(app, person)
  const guests = await Promise.all([1, 2, 3, 4].map(() => newGuest(app, share)))
  const body = png()
  const wanted = { size: body.length, purpose: 'COMMENT', review: review._id, body }
  const attach = async (guest: (typeof guests)[number]) => (await createTus(app, guest, wanted)).status
  for (let round = 0; round < 6; round++) {
    const statuses = await Promise.all([...guests, ...guests].map(attach))
    expect(statuses).toEqual(statuses.map(() => 201))
  }
})

test('one person as many guests cannot take all the guests’ places', async () => {
  const person = await newUser(app)
  const { review, share } = await newReview(app, person)
  const begin = async (ip: string) => {
    const guest = await newGuest(app, share)
    const headers = { 'x-forwarded-for': ip }
    return createTus(app, guest, { size: 10, purpose: 'COMMENT', review: review._id, headers })
  }
  const addresses = Array.from({ length: 21 }, (_, n) => `2001:db8::${n + 1}`)
  const begun = await Promise.all(addresses.map((ip) => begin(ip)))
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(begun.find(({ status }) => status !== 201)).toMatchObject({ status: 429 })
  expect((await begin('2001:db8:0:1::1')).status).toBe(201)
  expect((await begin('198.51.100.1')).status).toBe(201)
})

test('one guest’s stalled uploads cannot hold the guests’ storage', async () => {
  const person = await newUser(app)
  const { review, share } = await newReview(app, person)
  const [one, other] = [await newGuest(app, share), await newGuest(app, share)]
  const [here, there] = [{ 'x-forwarded-for': '198.51.100.1' }, { 'x-forwarded-for': '198.51.100.2' }]
  const fields = { purpose: 'COMMENT', review: review._id }
  // Almost a tenth of the plan.
  expect((await createTus(app, one, { ...fields, size: maxFileBytes, headers: here })).status).toBe(201)
  const bytes = Buffer.concat([png(), Buffer.alloc(20_000_000)])
  const form = (headers: Record<string, string>) => upload(app, other, { ...fields, bytes, headers })
  expect((await createTus(app, other, { ...fields, size: 100_000_000, headers: here })).status).toBe(507)
  expect((await createTus(app, other, { ...fields, size: 100_000_000, headers: there })).status).toBe(201)
  expect((await form(here)).status).toBe(507)
  expect((await form(there)).status).toBe(201)
})

test('nor can one whose form never ends', async () => {
  const person = await newUser(app)
  const { review, share } = await newReview(app, person)
  const [one, other] = [await newGuest(app, share), await newGuest(app, share)]
  const body = new PassThrough()
  body.write(part('name="purpose"', 'COMMENT'))
  body.write(part('name="review"', review._id))
  body.write(part('name="file"; filename="a.png"', png()))
  const here = { ...formType, 'content-length': String(maxFileBytes), 'x-forwarded-for': '198.51.100.1' }
  // Rendering uses the same folder.
  await waitUntilIdle(app)
  const sending = sendRaw(app, one, here, body)
  try {
    const arriving = () => readdir(join(app.dataDir, 'files', 'incoming'))
    await eventually(async () => expect(await arriving()).toHaveLength(1))
    const bytes = Buffer.concat([png(), Buffer.alloc(20_000_000)])
    const fields = { purpose: 'COMMENT', review: review._id, bytes }
    const form = (ip: string) => upload(app, other, { ...fields, headers: { 'x-forwarded-for': ip } })
    expect((await form('198.51.100.1')).status).toBe(507)
    expect((await form('198.51.100.2')).status).toBe(201)
  } finally {
    body.destroy()
    await sending
  }
})
