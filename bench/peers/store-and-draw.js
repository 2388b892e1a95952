/** The minimal version of the job: receives a form, syncs its file, renders its thumbnail with sharp on both cores. */
import { fork } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const worker = 'worker'
const { FOLDER: folder = '', PORT: port = '0' } = process.env

async function draw() {
  const { default: sharp } = await import('sharp')
  setPriority(10)
  sharp.concurrency(1)
  sharp.cache(false)
  process.on('message', async (path) => {
    await sharp(path, { failOn: 'none' })
      .autoOrient()
      .resize(480, 480, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76, effort: 0 })
      .toFile(`${path}.webp`)
    process.send?.('drawn')
  })
}

async function serve() {
  const waiting = []
  let drawn = 0
  const advance = (child) => {
    if (child.busy || waiting.length === 0) return
    child.busy = true
    child.send(waiting.shift())
  }
  const children = [1, 2].map(() => fork(import.meta.filename, [worker]))
  for (const child of children) {
    child.on('message', () => {
      child.busy = false
      drawn++
      advance(child)
    })
  }

  const server = createRequire(join(import.meta.dirname, '../../apps/server/package.json'))
  const { default: fastify } = await import(server.resolve('fastify'))
  const { default: multipart } = await import(server.resolve('@fastify/multipart'))
  const app = fastify()
  await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } })
  app.get('/', () => ({ drawn }))
  app.post('/', async (request) => {
    const part = await request.file()
    const path = join(folder, `${process.hrtime.bigint()}`)
    await pipeline(part.file, createWriteStream(path))
    const file = await open(path, 'r+')
    await file.datasync()
    await file.close()
    waiting.push(path)
    for (const child of children) advance(child)
    return {}
  })
  await app.listen({ port: Number(port), host: 'localhost' })
  console.log('ready')
  process.once('SIGTERM', () => {
    for (const child of children) child.kill()
    process.exit()
  })
}

await (process.argv[2] === worker ? draw() : serve())
