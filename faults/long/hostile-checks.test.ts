import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { designPdf } from '../../apps/server/test/design-pdf.ts'
import {
  costlyPdf,
  costlyPicture,
  costlySvg,
  floodPicture,
  growingPdf,
  growingSvg,
} from '../support/costly.ts'
import { Installation } from '../support/installation.ts'
import { p95, whileAsking } from '../support/others.ts'
import { whileWatchingWorkers } from '../support/workers.ts'

/** What a process that reads may hold, with what it can pass it by before it is ended. */
const workerMB = 700 + 160

let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

async function upload(bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const reply = await installation.ask('/file/api/v1', { method: 'POST', body: form })
  expect([name, reply?.status]).toEqual([name, 201])
  return reply?.result._id ?? ''
}

/** Black and white dots, all over: each might be a letter. */
const letterNoise = () =>
  sharp({
    create: {
      ...{ width: 5_000, height: 5_000, channels: 3, background: '#fff' },
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .blur(1.5)
    .threshold(128)
    .png()
    .toBuffer()

/** A page of so many tiny words that reading them all is work. */
const wordyPdf = () =>
  designPdf([
    Array.from({ length: 3_000 }, (_, n) => ({
      ...{ words: `incluude freinds tommorow ${n}`, x: 5 + (n % 10) * 58, y: 5 + Math.floor(n / 10) * 2.7 },
      ...{ size: 2, gray: 0.5 },
    })),
  ])

type Run = { state: string; error?: string }
type Check = { run: Run | null; findings: { says: string }[] }

const checkOf = async (file: string): Promise<Check> => {
  const { text } = await installation.askJson('GET', `/ai/api/v1/check/${file}`)
  return JSON.parse(text).result
}

test('hostile files are checked by every rule, or it is said why not; others are unharmed and all are kept', async ({
  annotate,
}) => {
  const hostile = [
    { name: 'blurs.svg', bytes: costlySvg() },
    { name: 'uses.svg', bytes: growingSvg() },
    { name: 'curves.pdf', bytes: costlyPdf() },
    { name: 'forms.pdf', bytes: growingPdf() },
    { name: 'large.png', bytes: await costlyPicture() },
    { name: 'flood.png', bytes: await floodPicture() },
    { name: 'noise.png', bytes: await letterNoise() },
    { name: 'wordy.pdf', bytes: wordyPdf() },
    { name: 'torn.pdf', bytes: designPdf([[]]).subarray(0, 300) },
  ]
  const pale = { words: 'Bring your friends', x: 100, y: 600, size: 12, gray: 0.75 }
  const files = [...hostile, { name: 'poster.pdf', bytes: designPdf([[pale]]) }]
  const ids: string[] = []
  for (const { name, bytes } of files) ids.push(await upload(bytes, name))
  const { result: review } = await installation.askJson('POST', '/review/api/v1', {
    name: 'Hostile',
    files: ids,
  })
  await installation.untilJobsAreDone()
  const idle = p95(await whileAsking(installation, () => sleep(10_000)))
  const times: number[] = []
  const { workers } = await whileWatchingWorkers(installation, async () => {
    times.push(
      ...(await whileAsking(installation, async () => {
        await installation.askJson('POST', `/ai/api/v1/check/review/${review._id}`)
        for (const id of ids)
          await expect
            .poll(async () => (await checkOf(id)).run?.state, { timeout: 600_000, interval: 500 })
            .toMatch(/^(DONE|FAILED)$/)
      })),
    )
  })
  const busy = p95(times)
  await annotate(
    `others' p95 ${busy.toFixed(1)} ms, idle ${idle.toFixed(1)} ms (${(busy / idle).toFixed(2)} x)`,
  )
  expect(busy).toBeLessThan(Math.max(2 * idle, idle + 20))
  const mostMB = Math.max(...workers.map((worker) => worker.mostMB))
  await annotate(`${workers.length} processes, of at most ${mostMB.toFixed(0)} MB`)
  expect(mostMB).toBeLessThan(workerMB)
  // What cannot be drawn cannot be read; what can is either read or says what was not.
  const { run } = await checkOf(ids[hostile.length - 1] ?? '')
  expect(run).toMatchObject({ state: 'FAILED', error: 'The file is damaged.' })
  for (const [n, { name, bytes }] of files.entries()) {
    const { result } = await installation.askJson('GET', `/file/api/v1/${ids[n]}`)
    const { pathname, search } = new URL(result.url)
    const sent = Buffer.from(
      await (await fetch(installation.server.origin + pathname + search)).arrayBuffer(),
    )
    expect([name, sent.equals(bytes)]).toEqual([name, true])
  }
  const good = await checkOf(ids.at(-1) ?? '')
  expect(good.findings.map(({ says }) => says)).toContain('1.8 : 1, needs 4.5 : 1')
})
