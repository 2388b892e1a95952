import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'

type Given = { picture: Buffer; review: string }

const html = (inside: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Spring campaign</title><link rel="icon" href="data:,">
<style>body{margin:0;background:#141517}img{width:100%}</style></head><body>${inside}</body></html>`

async function reactBundle(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, '../peers/bare-react.js'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}

/** The peers: `/server` is HTML with the picture in it, `/react` fetches the data and then shows the same picture. */
export async function serveBarePages({ picture, review }: Given) {
  const texts: Record<string, { type: string; bytes: Buffer }> = Object.fromEntries(
    [
      [
        '/server',
        'text/html; charset=utf-8',
        html('<h1>Spring campaign</h1><img src="/picture.webp" alt="">'),
      ],
      [
        '/react',
        'text/html; charset=utf-8',
        html('<div id="root"></div><script type="module" src="/page.js"></script>'),
      ],
      ['/page.js', 'text/javascript; charset=utf-8', await reactBundle()],
      ['/review.json', 'application/json; charset=utf-8', review],
    ].map(([path, type, text = '']) => [path, { type, bytes: brotliCompressSync(text) }]),
  )
  const server = createServer((request, response) => {
    const text = texts[request.url ?? '']
    if (text) response.writeHead(200, { 'content-type': text.type, 'content-encoding': 'br' }).end(text.bytes)
    else if (request.url === '/picture.webp')
      response.writeHead(200, { 'content-type': 'image/webp' }).end(picture)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    origin: `http://localhost:${address.port}`,
    scriptBytes: texts['/page.js']?.bytes.length ?? 0,
    stop: () => new Promise((done) => server.close(done)),
  }
}
