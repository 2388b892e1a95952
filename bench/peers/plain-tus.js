// @tus/server with its file store in FOLDER, as its own documentation sets it up.
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { EVENTS, Server } from '@tus/server'

const directory = process.env['FOLDER'] ?? '.'
mkdirSync(directory, { recursive: true })
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) })
tus.on(EVENTS.POST_FINISH, (_request, _response, upload) => {
  setTimeout(() => rm(join(directory, upload.id), { force: true }), 50)
})
const server = createServer((request, response) =>
  request.url === '/' ? response.end('ready') : tus.handle(request, response),
)
server.requestTimeout = 0
server.listen(Number(process.env['PORT']), 'localhost', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
