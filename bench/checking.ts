/** What others notice of 50 files that are checked, and what the server weighs when it has rested after that. */
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { designPdf } from '../apps/server/test/design-pdf.ts'
import { finish, median, note, percentile, report } from './report.ts'
import { formOf } from './support/form.ts'
import { memoryOf, treeOf } from './support/memory.ts'
import { addPerson, startServer } from './support/server.ts'
import { ensureBuilt } from './support/wingmark.ts'

const files = 50
const idleMs = 15_000
/** Children end after 20 seconds without work. */
const restMs = 30_000
const pauseMs = 20

ensureBuilt()
const server = await startServer()
const { pool } = server
const owner = await addPerson(pool, 'Olga Owner')
const other = await addPerson(pool, 'Otto Other')

const lineOf = (n: number) => `Design ${n} brings your friends to the harbour`

function pdfOf(n: number): Buffer {
  const texts = Array.from({ length: 20 }, (_, line) => ({
    ...{ words: lineOf(n * 20 + line), x: 72, y: 760 - line * 30 },
    ...{ size: 12, gray: line % 2 ? 0 : 0.75 },
  }))
  return designPdf([texts])
}

async function screenOf(n: number): Promise<Buffer> {
  const texts = Array.from(
    { length: 12 },
    (_, line) => `<text x="48" y="${80 + line * 60}" fill="#${line % 2 ? '222' : 'bbb'}">${lineOf(n)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900" font-family="DejaVu Sans" font-size="18"><rect width="1440" height="900" fill="#fff"/>${texts.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const One = z.object({ result: z.object({ _id: z.string() }) })

async function upload(bytes: Buffer, name: string): Promise<string> {
  const answer = await server.ask({
    ...{ method: 'POST', path: '/file/api/v1', token: owner.token },
    ...formOf(bytes, name),
  })
  return One.parse(JSON.parse(String(answer))).result._id
}

async function until(isOver: () => Promise<boolean>): Promise<void> {
  while (!(await isOver())) await sleep(100)
}

const count = async (text: string) => Number((await pool.query<{ n: string }>(text)).rows[0]?.n)
const drawn = async () => (await count(`select count(*) n from blobs where state = 'PROCESSING'`)) === 0
const checked = async () =>
  (await count(`select count(*) n from check_runs where state in ('QUEUED', 'RUNNING')`)) === 0

/** Milliseconds of somebody else's calls for as long as the work goes on. */
async function whileAsking(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const asked = (async () => {
    while (!isOver) {
      const from = performance.now()
      await server.ask({ path: '/review/api/v1/user', token: other.token })
      times.push(performance.now() - from)
      await sleep(pauseMs)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await asked
  return times
}

async function weightAtRest(): Promise<number> {
  await sleep(restMs)
  const samples: number[] = []
  for (let n = 0; n < 5; n++) {
    samples.push(memoryOf(treeOf(server.pid)))
    await sleep(500)
  }
  return median(samples)
}

try {
  const ids: string[] = []
  for (let n = 0; n < files; n++)
    ids.push(n % 2 ? await upload(pdfOf(n), `${n}.pdf`) : await upload(await screenOf(n), `${n}.png`))
  const body = JSON.stringify({ name: 'Fifty', files: ids })
  const made = await server.ask({ method: 'POST', path: '/review/api/v1', token: owner.token, body })
  const review = z.object({ result: z.object({ _id: z.string() }) }).parse(JSON.parse(String(made)))
    .result._id
  await until(drawn)
  await whileAsking(() => sleep(3_000))
  const before = await weightAtRest()
  const idle = await whileAsking(() => sleep(idleMs))
  const from = performance.now()
  const busy = await whileAsking(async () => {
    await server.ask({ method: 'POST', path: `/ai/api/v1/check/review/${review}`, token: owner.token })
    await until(checked)
  })
  note('50 files checked in', (performance.now() - from) / 1_000, 's')
  const found = await count(`select count(*) n from check_findings where rule = 'CONTRAST'`)
  if (found < files) throw new Error(`only ${found} of the pale lines were found`)
  const after = await weightAtRest()
  finish([
    report({
      what: 'p95 of others beside 50 files that are checked, and of the idle server',
      ours: percentile(busy, 0.95),
      peer: percentile(idle, 0.95),
      unit: 'ms',
      limit: { atMost: 2 },
    }),
    report({
      what: 'the server at rest after the checks, and before them',
      ours: after,
      peer: before,
      unit: 'MB',
      limit: { atMost: 1.02 },
    }),
  ])
} finally {
  await server.stop()
}
