import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { lasting, pause } from '../support/time.ts'
import { residentMB, whileWatchingWorkers, workersOf } from '../support/workers.ts'

const endedWithinMs = 10_000
const healthWithinMs = 500
const atOnce = 20
/** A render process's limit, with what it can exceed it by before it is ended. */
const workerMB = 640 + 160
const serverMB = 300

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

async function settled(id: string) {
  const look = async () => (await installation.askJson('GET', `/file/api/v1/${id}`)).result
  await expect.poll(async () => (await look())['state'], { timeout: 600_000 }).not.toBe('PROCESSING')
  return look()
}

async function expectDownload(id: string, sent: Buffer) {
  const { result } = await installation.askJson('GET', `/file/api/v1/${id}`)
  const { pathname, search } = new URL(result.url)
  const bytes = await (await fetch(installation.server.origin + pathname + search)).arrayBuffer()
  expect(Buffer.from(bytes).equals(sent)).toBe(true)
}

test.each([
  ['blurs.svg', costlySvg],
  ['uses.svg', growingSvg],
  ['curves.pdf', costlyPdf],
  ['forms.pdf', growingPdf],
])('a process busy with %s is ended within ten seconds, and the file stays', async (name, make) => {
  await expect.poll(() => workersOf(installation), { timeout: 40_000 }).toEqual([])
  const bytes = make()
  let id = ''
  const { workers } = await whileWatchingWorkers(installation, async () => {
    id = await upload(bytes, name)
    const file = await settled(id)
    expect([name, file['state'], file['error']]).toEqual([
      name,
      'FAILED',
      expect.stringMatching(/takes too long to preview|too large to preview/),
    ])
  })
  expect(workers.length).toBeGreaterThan(0)
  for (const { livedMs, waitedMs } of workers) expect(livedMs - waitedMs).toBeLessThan(endedWithinMs)
  await expectDownload(id, bytes)
})

test('twenty files that are costly to render delay nobody else, and stay', async ({ annotate }) => {
  const files = [
    { bytes: costlySvg(), ending: 'svg' },
    { bytes: costlyPdf(), ending: 'pdf' },
    { bytes: await costlyPicture(), ending: 'png' },
    { bytes: growingSvg(), ending: 'svg' },
    { bytes: growingPdf(), ending: 'pdf' },
    { bytes: await floodPicture(), ending: 'png' },
  ]
  const idle = p95(await whileAsking(installation, () => lasting(15_000)))
  const sent: { id: string; bytes: Buffer }[] = []
  const health: number[] = []
  let mostServerMB = 0
  const uploadAll = () =>
    Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const file = files[index % files.length]
        if (!file) return
        sent.push({ id: await upload(file.bytes, `${index}.${file.ending}`), bytes: file.bytes })
      }),
    )
  const work = async () => {
    await uploadAll()
    const until = performance.now() + 60_000
    while (performance.now() < until) {
      const from = performance.now()
      expect((await fetch(`${installation.server.origin}/health/ready`)).status).toBe(200)
      health.push(performance.now() - from)
      mostServerMB = Math.max(mostServerMB, residentMB(installation.pid))
      await pause(200)
    }
  }
  const times: number[] = []
  const { workers, mostTogetherMB } = await whileWatchingWorkers(installation, async () => {
    times.push(...(await whileAsking(installation, work)))
  })
  const busy = p95(times)
  const mostOfOne = Math.max(...workers.map(({ mostMB }) => mostMB))
  await annotate(
    `others' p95 ${busy.toFixed(1)} ms, idle ${idle.toFixed(1)} ms (${(busy / idle).toFixed(2)} x); ` +
      `health at most ${Math.max(...health).toFixed(0)} ms`,
  )
  await annotate(
    `server at most ${mostServerMB.toFixed(0)} MB, one drawing process ${mostOfOne.toFixed(0)} MB, ` +
      `all together ${mostTogetherMB.toFixed(0)} MB`,
  )
  expect(Math.max(...health)).toBeLessThan(healthWithinMs)
  expect(busy).toBeLessThan(Math.max(2 * idle, idle + 20))
  expect(mostServerMB).toBeLessThan(serverMB)
  expect(mostOfOne).toBeLessThan(workerMB)
  await installation.untilJobsAreDone()
  for (const { id, bytes } of sent) {
    const { result } = await installation.askJson('GET', `/file/api/v1/${id}`)
    expect(result['state']).toMatch(/^(READY|FAILED)$/)
    await expectDownload(id, bytes)
  }
})
