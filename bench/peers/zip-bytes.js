// Sends the files of FOLDER, TIMES times over: `/bare` one after the other, `/export` as Wingmark's zip of an export.
import { createReadStream, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { streamZip } from '../../apps/server/src/platform/zip/stream.ts'

const folder = process.env['FOLDER'] ?? '.'
const times = Number(process.env['TIMES'] ?? 1)

function* paths() {
  const names = readdirSync(folder)
  for (let n = 0; n < times; n++) for (const name of names) yield [`${n}/${name}`, join(folder, name)]
}

async function* entries() {
  for (const [path, file] of paths())
    yield { path, modifiedAt: new Date(0), isPacked: true, open: async () => createReadStream(file) }
}

const server = createServer(async (request, response) => {
  if (request.url === '/') return response.end('ready')
  if (request.url === '/export') return streamZip(entries(), () => {}).pipe(response)
  // Each file leaves its listeners on the answer.
  response.setMaxListeners(0)
  for (const [, file] of paths()) await pipeline(createReadStream(file), response, { end: false })
  return response.end()
})
server.listen(Number(process.env['PORT']), 'localhost', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
