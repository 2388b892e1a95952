import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Turn = { role: string; content: string }
export type Asked = {
  model: string
  messages: Turn[]
  stream?: boolean
  response_format?: { type: string }
}

/** Its deviations, as met with real services. */
export type Oddity =
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** Sends nothing before its headers, or after the first words. */
  | { kind: 'silent'; from: 'start' | 'words' }
  /** The connection breaks within a character of two bytes. */
  | { kind: 'broken' }
  | { kind: 'no-schema' }
  | { kind: 'endless' }
  | { kind: 'huge' }
  | { kind: 'length' }
  /** Its thoughts precede its words, in a separate field. */
  | { kind: 'thinks' }

type Says = string | ((asked: Asked) => string)

/** A service with OpenAI's chat completions on a local port. It stores every request. */
export async function startModelServer(port = 0) {
  const requests: Asked[] = []
  let says: Says = 'Make the logo larger, please.'
  let oddity: Oddity | null = null
  let isOllama = false
  let pieceLength = 7
  let ended = 0
  let looks = 0
  let held: { pieces: number; until: Promise<void> } | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (oddity?.kind === 'status') {
      response.writeHead(oddity.status, { 'content-type': 'application/json', ...oddity.headers })
      response.end('{"error":{"message":"odd"}}')
      return
    }
    if (request.url?.endsWith('/models')) {
      looks++
      json(response, { object: 'list', data: [{ id: 'test-model', object: 'model' }] })
      return
    }
    const asked = JSON.parse(await bodyOf(request)) as Asked
    requests.push(asked)
    if (oddity?.kind === 'silent' && oddity.from === 'start') return
    if (oddity?.kind === 'no-schema' && asked.response_format) {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no such field"}}')
      return
    }
    const text = typeof says === 'string' ? says : says(asked)
    const reason = oddity?.kind === 'length' ? 'length' : 'stop'
    if (!asked.stream) {
      if (oddity?.kind === 'huge') return void response.end(`{"choices":"${'x'.repeat(50_000_000)}"}`)
      const message = { role: 'assistant', content: text }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      json(response, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: reason }],
        ...(isOllama ? {} : { usage }),
      })
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (oddity?.kind === 'thinks')
      response.write(event({ delta: { reasoning_content: 'They want a', reasoning: 'They want a' } }))
    const letters = [...text]
    for (let n = 0; n < letters.length || oddity?.kind === 'endless'; n += pieceLength) {
      if (held && n >= held.pieces * pieceLength) await held.until
      if (response.destroyed) return
      if (oddity?.kind === 'broken' && n > letters.length / 2) {
        response.write(Buffer.from('data: {"choices":[{"delta":{"content":"ü').subarray(0, -1))
        await sleep(20)
        response.destroy()
        return
      }
      const content =
        oddity?.kind === 'endless' ? 'again and '.repeat(200) : letters.slice(n, n + pieceLength).join('')
      const sent = response.write(event({ delta: isOllama ? { role: 'assistant', content } : { content } }))
      if (oddity?.kind === 'silent') return
      if (!sent || oddity?.kind === 'endless') await sleep(1)
    }
    response.write(event({ delta: {}, finish_reason: reason }))
    if (!isOllama) response.write(`data: ${JSON.stringify({ choices: [], usage: { total_tokens: 2 } })}\n\n`)
    response.end('data: [DONE]\n\n')
  }

  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) ended++
    })
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`

  return {
    config: { baseUrl: url, apiKey: 'sk-model-key', model: 'test-model' },
    requests,
    /** Calls whose caller left before the end. */
    endedEarly: () => ended,
    /** How many checks asked whether it answers. */
    looks: () => looks,
    say(what: Says, how: { ollama?: boolean; pieces?: number } = {}) {
      says = what
      oddity = null
      isOllama = how.ollama ?? false
      pieceLength = how.pieces ?? 7
    },
    be: (what: Oddity | null) => {
      oddity = what
    },
    /** Streams wait after this many pieces until the returned function is called. */
    hold(pieces = 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { pieces, until: promise }
      return () => {
        held = null
        resolve()
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>

const event = (choice: object) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The labels of the comments in a request, in their order. */
export const labelsIn = ({ messages }: Asked): string[] =>
  [...(messages.at(-1)?.content ?? '').matchAll(/^(c\d+) p\d+/gm)].map((match) => match[1] ?? '')
