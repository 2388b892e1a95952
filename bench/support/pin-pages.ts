import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

export type Pin = {
  id: string
  label: string
  marker: { x: number; y: number; shape: 'POINT' }
  tone: 'open' | 'resolved'
  color: number
}

/** Half of them anywhere, half around a few places that everyone discusses; the same each time. */
export function makePins(count: number): Pin[] {
  let seed = 42
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const hot = Array.from({ length: 12 }, () => ({ x: 0.1 + 0.8 * random(), y: 0.1 + 0.8 * random() }))
  return Array.from({ length: count }, (_, n) => {
    const place = n % 2 === 0 ? undefined : hot[Math.floor(random() * hot.length)]
    const near = () => (random() + random() + random() - 1.5) * 0.12
    const [x, y] = place ? [place.x + near(), place.y + near()] : [random(), random()]
    const marker = { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)), shape: 'POINT' as const }
    return {
      id: String(n),
      label: String(n + 1),
      marker,
      tone: n % 10 === 0 ? 'resolved' : 'open',
      color: n % 4,
    }
  })
}

const html = (script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pins</title><link rel="icon" href="data:,">
<style>
  :root { --wm-accent: #d93a1f; --wm-on-accent: #fff; --wm-stage-hover: #2a2c30; --wm-stage-text: #ececee; --wm-resolved: #2b8a57; --wm-pin-size: 28px }
  body { margin: 0; background: #141517; font-family: system-ui }
  #stage, #pins { position: fixed; inset: 0; width: 100%; height: 100%; overflow: hidden }
  #picture { position: absolute; top: 0; left: 0; width: 1920px; height: 1200px; transform-origin: 0 0 }
</style></head>
<body><div id="stage"><img id="picture" src="/picture.jpg" alt="" draggable="false"><canvas id="pins"></canvas></div>
<script type="module" src="${script}"></script></body></html>`

async function bundle(name: string): Promise<string> {
  const made = await rolldown({ input: join(import.meta.dirname, '../peers', name), platform: 'browser' })
  const { output } = await made.generate({ format: 'esm', minify: true })
  await made.close()
  return output[0].code
}

/** `/ours` has the room's own layer of pins, `/bare` a plain canvas; both get the same pins and picture. */
export async function servePinPages(picture: Buffer) {
  const [ours, bare] = await Promise.all([bundle('pins-ours.js'), bundle('pins-bare.js')])
  let pins = '[]'
  const answers: Record<string, () => [string, string | Buffer]> = {
    '/ours': () => ['text/html', html('/ours.js')],
    '/bare': () => ['text/html', html('/bare.js')],
    '/ours.js': () => ['text/javascript', ours],
    '/bare.js': () => ['text/javascript', bare],
    '/pins.json': () => ['application/json', pins],
    '/picture.jpg': () => ['image/jpeg', picture],
  }
  const server = createServer((request, response) => {
    const [type, content] = answers[request.url ?? '']?.() ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type }).end(content)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    origin: `http://localhost:${address.port}`,
    setPins(next: readonly Pin[]) {
      pins = JSON.stringify(next)
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}
