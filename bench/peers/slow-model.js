// Chat completions with a delay before the first word, as models have. Plain JavaScript, in a separate process.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const thinkMs = Number(process.env['THINK_MS'])
const words = 'Please make the logo twice as large, so that it can be read from the door. '.repeat(6)
let calls = 0
let last = ''

const event = (choice) =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`

function answerTo({ messages, response_format: form }) {
  if (!form) return words
  const labels = [...messages.at(-1).content.matchAll(/^(c\d+) p\d+/gm)].map((match) => match[1])
  const points = labels.slice(0, 12).map((label) => ({ text: `Do what ${label} says.`, comments: [label] }))
  return JSON.stringify({ points, disagreements: [], questions: [] })
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const known = request.url === '/last' ? { calls, last } : { object: 'list', data: [] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(known))
    return
  }
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  calls += 1
  last = body
  const text = answerTo(JSON.parse(body))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await sleep(thinkMs)
  for (let at = 0; at < text.length; at += 40)
    response.write(event({ delta: { content: text.slice(at, at + 40) } }))
  response.write(event({ delta: {}, finish_reason: 'stop' }))
  response.end('data: [DONE]\n\n')
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'))
process.once('SIGTERM', () => process.exit(0))
