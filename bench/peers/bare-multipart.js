// The minimal multipart upload: streams it to a file in FOLDER and syncs it.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const server = createRequire(join(import.meta.dirname, '../../apps/server/package.json'))
const { default: fastify } = await import(server.resolve('fastify'))
const { default: multipart } = await import(server.resolve('@fastify/multipart'))

const app = fastify()
await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } })
app.get('/', async () => 'ready')
app.post('/', async (request, reply) => {
  const path = join(process.env['FOLDER'] ?? '.', randomUUID())
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    await pipeline(part.file, createWriteStream(path))
    const handle = await open(path, 'r+')
    await handle.datasync()
    await handle.close()
  }
  reply.raw.once('finish', () => rm(path, { force: true }))
  return reply.code(201).send({ ok: true })
})
await app.listen({ port: Number(process.env['PORT']), host: 'localhost' })
console.log('ready')
process.once('SIGTERM', () => process.exit(0))
