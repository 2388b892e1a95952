import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '../support/installation.ts'
import { p95, whileAsking } from '../support/others.ts'

const healthWithinMs = 500
/** A drawing process is ended after its time; all files at once may hold this much. */
const workersMB = 1_500

let installation: Installation
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

/** Blurs within blurs over a large area: minutes of work in a few kilobytes. */
const costlySvg = () => {
  const blurs = Array.from(
    { length: 60 },
    () => '<feGaussianBlur stdDeviation="80"/><feTurbulence numOctaves="9"/>',
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><filter id="f">${blurs.join('')}</filter>` +
      '<rect width="8000" height="8000" filter="url(#f)"/></svg>',
  )
}

/** One page on which half a million curves are drawn. */
const costlyPdf = () => {
  const curve = '0 0 m 100 700 500 -300 600 400 c 20 w S\n'
  const content = deflateSync(Buffer.from(curve.repeat(500_000)))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
  ].map((body, index) => Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`))
  const stream = Buffer.concat([
    Buffer.from(`4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, stream])
}

const costlyPicture = () =>
  sharp({ create: { width: 9_900, height: 9_900, channels: 3, background: '#357' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Of everything that the server started, apart from the database, in MB. */
function workersMemory(): number {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
      if (Number(parent) !== installation.pid) continue
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      sum += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // It ended meanwhile.
    }
  }
  return sum
}

async function upload(bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const reply = await installation.ask('/file/api/v1', { method: 'POST', body: form })
  expect([name, reply?.status]).toEqual([name, 201])
  return reply?.result._id ?? ''
}

test('twenty files that are costly to draw hold up nobody else, and are kept', async () => {
  const [svg, pdf, picture] = [costlySvg(), costlyPdf(), await costlyPicture()]
  const idle = await whileAsking(installation, () => sleep(10_000))
  const ids: string[] = []
  let most = 0
  const health: number[] = []
  const work = async () => {
    ids.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 3 === 0
            ? upload(svg, `${index}.svg`)
            : index % 3 === 1
              ? upload(pdf, `${index}.pdf`)
              : upload(picture, `${index}.png`),
        ),
      )),
    )
    const until = performance.now() + 45_000
    while (performance.now() < until) {
      most = Math.max(most, workersMemory())
      const from = performance.now()
      expect((await fetch(`${installation.server.origin}/health/live`)).status).toBe(200)
      health.push(performance.now() - from)
      // Looking costs this process time, in which it asks nobody.
      await sleep(1_000)
    }
  }
  const busy = await whileAsking(installation, work)
  expect(p95(health)).toBeLessThan(healthWithinMs)
  expect(p95(busy)).toBeLessThan(Math.max(2 * p95(idle), p95(idle) + 50))
  expect(most).toBeLessThan(workersMB)
  await installation.untilJobsAreDone()
  for (const id of ids) {
    const { result } = await installation.askJson('GET', `/file/api/v1/${id}`)
    expect(result['state']).toMatch(/^(READY|FAILED)$/)
    const { pathname, search } = new URL(result.url)
    expect((await fetch(installation.server.origin + pathname + search)).status).toBe(200)
  }
})
