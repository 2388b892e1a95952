// The minimal upload: streams the request to a file in FOLDER and syncs it.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const server = createServer(async (request, response) => {
  if (request.method !== 'PUT') return response.end('ready')
  const path = join(process.env['FOLDER'] ?? '.', randomUUID())
  await pipeline(request, createWriteStream(path))
  const handle = await open(path, 'r+')
  await handle.datasync()
  await handle.close()
  response.once('finish', () => rm(path, { force: true }))
  return response.writeHead(204).end()
})
server.requestTimeout = 0
server.listen(Number(process.env['PORT']), 'localhost', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
