// The minimal answer with a file: FILE, streamed.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'

const path = process.env['FILE'] ?? ''
const server = createServer(async (request, response) => {
  if (request.url === '/') return response.end('ready')
  const { size } = await stat(path)
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
  return createReadStream(path).pipe(response)
})
server.listen(Number(process.env['PORT']), 'localhost', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
