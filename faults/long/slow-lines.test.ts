import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '../support/installation.ts'
import { p95, whileAsking } from '../support/others.ts'
import { downloaded } from '../support/promises.ts'
import { createTus, newFile, sha256 } from '../support/sending.ts'
import { lasting, pause } from '../support/time.ts'

const lines = 200
const seconds = 75
const headersWithinMs = 60_000

let installation: Installation
const sockets: Socket[] = []
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await installation?.end()
})

/** Sends the beginning at once and then a byte a second; returns how long the server accepted it. */
function slowly(beginning: string): Promise<number> {
  const { hostname, port } = new URL(installation.server.origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const from = performance.now()
  socket.write(beginning)
  const timer = setInterval(() => socket.write('a'), 1_000)
  socket.on('error', () => {})
  socket.resume()
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - from)
    })
  })
}

const form = () =>
  `POST /file/api/v1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${installation.token}\r\n` +
  'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

const tus = (path: string) =>
  `PATCH ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${installation.token}\r\n` +
  'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\n' +
  'content-length: 1000000\r\n\r\n'

test('hundreds of nearly stalled connections delay nobody else, and endless headers are cut', async ({
  annotate,
}) => {
  const idle = await whileAsking(installation, () => lasting(10_000))
  const paths = await Promise.all(
    Array.from(
      { length: lines / 2 },
      async () => (await createTus(installation, newFile(1_000_000)))?.path ?? '',
    ),
  )
  const headers = Array.from({ length: lines }, () => slowly('GET / HTTP/1.1\r\nhost: x\r\nx-slow: '))
  const bodies = [...paths.map((path) => slowly(tus(path))), ...paths.map(() => slowly(form()))]
  let cutBodies = 0
  for (const body of bodies) void body.then(() => cutBodies++)

  const busy = await whileAsking(installation, () => lasting(seconds * 1000))
  const longest = Math.max(...(await Promise.all(headers)))
  await annotate(
    `others' p95 ${p95(busy).toFixed(1)} ms, idle ${p95(idle).toFixed(1)} ms (${(p95(busy) / p95(idle)).toFixed(2)} x); ` +
      `slow headers cut after ${(longest / 1_000).toFixed(0)} s at most`,
  )
  expect(p95(busy)).toBeLessThan(Math.max(2 * p95(idle), p95(idle) + 20))
  expect(longest).toBeLessThan(headersWithinMs)
  // They move: the specification gives an upload at least two minutes.
  expect(cutBodies).toBe(0)
})

test('a real upload over a slow connection arrives complete', async () => {
  const sent = newFile(600_000)
  const upload = await createTus(installation, sent)
  const { hostname, port } = new URL(installation.server.origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.write(tus(upload?.path ?? '').replace('1000000', String(sent.bytes.length)))
  // Longer than any of the server's timeouts for headers or silence.
  const steps = 100
  const step = sent.bytes.length / steps
  for (let n = 0; n < steps; n++) {
    socket.write(sent.bytes.subarray(n * step, (n + 1) * step))
    await pause(1_000)
  }
  expect(text).toMatch(/^HTTP\/1\.1 204/)
  const id = /x-file-id: (\S+)/.exec(text)?.[1] ?? ''
  expect(sha256(await downloaded(installation, id))).toBe(sent.sha256)
})
