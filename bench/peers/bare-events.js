// Raw server-sent events: sends what is posted to a path to all its listeners, and does nothing else.
import { createServer } from 'node:http'

const listenersOf = new Map()

createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(':\n\n')
    const listeners = listenersOf.get(request.url) ?? new Set()
    listenersOf.set(request.url, listeners.add(response))
    response.on('close', () => listeners.delete(response))
    return
  }
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const text = Buffer.from(`data: ${Buffer.concat(parts)}\n\n`)
    for (const listener of listenersOf.get(request.url) ?? []) listener.write(text)
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"success":true}')
  })
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
