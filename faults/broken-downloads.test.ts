import { randomInt } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, isFull, type Json } from './support/installation.ts'
import { p95, whileAsking } from './support/others.ts'
import { newFile, sendForm } from './support/sending.ts'
import { lasting } from './support/time.ts'
import { residentMB } from './support/workers.ts'

const MB = 1_048_576
const cuts = full(500, 40)
const slow = full(200, 40)
const atOnce = 10
const mostBetweenCuts = 4 * MB
/** More than the system's own buffers of a connection, so that a slow reader concerns the server. */
const sizes = [1, 9 * MB, 3 * MB]

let installation: Installation
let delivery: Json
let whole: Buffer
beforeAll(async () => {
  installation = await Installation.start()
  const items: string[] = []
  for (const size of sizes) {
    const sent = await sendForm(installation, newFile(size, 'TRANSFER'))
    items.push((await post('', { file: sent?.result._id }))._id)
  }
  delivery = await post('/delivery', { items })
  await installation.untilJobsAreDone()
  whole = Buffer.from(await (await fetch(await claim())).arrayBuffer())
})
afterAll(() => installation?.end())

const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
  (await installation.askJson('POST', `/transfer/api/v1${path}`, body, headers)).result

/** The address of one download with all files, for a visitor with the link. */
async function claim(): Promise<string> {
  const response = await fetch(`${installation.server.origin}/transfer/api/v1/download`, {
    method: 'POST',
    body: JSON.stringify({ delivery: delivery._id }),
    headers: { 'content-type': 'application/json', 'x-share-token': String(delivery['shareCode']) },
  })
  expect(response.status).toBe(200)
  return installation.server.origin + ((await response.json()) as { result: { url: string } }).result.url
}

/** Stored files that the server has open. */
function openFiles(): number {
  const folder = `/proc/${installation.pid}/fd`
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith(`${installation.dataDir}/files/`)
    } catch {
      return false
    }
  }).length
}
async function untilAllAreClosed(): Promise<void> {
  await expect.poll(openFiles, { timeout: 60_000 }).toBe(0)
}

type Begun = { bytes: Buffer; etag: string }

/** What arrived before the connection was cut, at the latest after `most` bytes. */
const getSome = (url: string, from: number, etag: string, most: number) =>
  new Promise<Begun>((resolve, reject) => {
    const headers = from === 0 ? {} : { range: `bytes=${from}-`, 'if-range': etag }
    const parts: Buffer[] = []
    let length = 0
    const request = get(url, { agent: false, headers }, (response: IncomingMessage) => {
      expect(response.statusCode).toBe(from === 0 ? 200 : 206)
      const done = () =>
        resolve({ bytes: Buffer.concat(parts).subarray(0, most), etag: response.headers.etag ?? '' })
      response.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length < most) return
        request.destroy()
        done()
      })
      response.on('end', done).on('error', () => {})
    })
    request.on('error', (error) => (length < most ? reject(error) : undefined))
  })

test(`${cuts} downloads cut at random continue where they broke, count once, and leave no file open`, async ({
  annotate,
}) => {
  let left = cuts
  let downloads = 0
  const fetchAll = async () => {
    while (left > 0) {
      const url = await claim()
      let got = Buffer.alloc(0)
      let etag = ''
      while (got.length < whole.length) {
        const most = left-- > 0 ? randomInt(1, mostBetweenCuts) : whole.length
        const begun = await getSome(url, got.length, etag, most)
        expect(etag === '' || begun.etag === etag).toBe(true)
        etag = begun.etag
        got = Buffer.concat([got, begun.bytes])
      }
      expect(got.equals(whole)).toBe(true)
      downloads += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchAll))
  await untilAllAreClosed()
  const counted = () =>
    installation.query('select download_count from deliveries where id = $1', [delivery._id])
  // The first one was complete at once.
  await expect.poll(counted, { timeout: 60_000 }).toEqual([{ download_count: downloads + 1 }])
  await annotate(`${cuts} cuts in ${downloads} downloads, all whole, none counted twice`)
})

test(`${slow} very slow readers delay nobody else, and need little memory`, async ({ annotate }) => {
  const idle = isFull ? await whileAsking(installation, () => lasting(10_000)) : []
  const url = new URL(await claim())
  const before = residentMB(installation.pid)
  const begun = Array.from({ length: slow }, () => readSlowly(url))
  const sockets = await Promise.all(begun)
  try {
    // Others get all of theirs meanwhile.
    const [own, times] = await Promise.all([
      fetch(await claim()).then(async (response) => Buffer.from(await response.arrayBuffer())),
      whileAsking(installation, () => lasting(full(20_000, 500))),
    ])
    expect(own.equals(whole)).toBe(true)
    const held = residentMB(installation.pid) - before
    await annotate(`${slow} slow receivers: ${held.toFixed(0)} MB, ${openFiles()} open files`)
    // Less than the bytes that they will get: 13 MB each.
    expect(held).toBeLessThan(slow * 3)
    if (isFull) {
      await annotate(`others' p95 ${p95(times).toFixed(1)} ms, idle ${p95(idle).toFixed(1)} ms`)
      expect(p95(times)).toBeLessThan(Math.max(2 * p95(idle), p95(idle) + 20))
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  await untilAllAreClosed()
})

/** A kilobyte a second once an answer begins. */
function readSlowly({ hostname, port, pathname, search }: URL): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('readable', () => {
      const timer = setInterval(() => socket.read(1024), 1_000)
      socket.on('error', () => {}).once('close', () => clearInterval(timer))
      resolve(socket)
    })
  })
}
