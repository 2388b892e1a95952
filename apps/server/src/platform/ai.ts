import type OpenAI from 'openai'
import { AiError, asAiError } from '#server/platform/ai-error'
import type { AiConfig } from '#server/platform/config'

export type AiTurn = { role: 'system' | 'user'; content: string }

/** `isCut`: the service stopped before the end. */
export type AiPiece = { text: string } | { isCut: boolean }

export type Ai = {
  about: { name: string; host: string; isLocal: boolean }
  /** Checked at most once a minute. */
  state(): Promise<'READY' | 'UNREACHABLE'>
  /** Text as it is generated. Throws AiError. */
  write(turns: AiTurn[], signal: AbortSignal): AsyncGenerator<AiPiece>
  /** A whole answer: as JSON of a schema, or in any form. Throws AiError. */
  ask(turns: AiTurn[], schema: AiSchema | null, signal: AbortSignal): Promise<string>
}

export type AiSchema = { name: string; schema: Record<string, unknown> }

/** For one answer, from the call to its last letter. */
const usualDeadlineMs = 60_000
const stateMs = 60_000
const stateDeadlineMs = 5_000
const answerBytesMax = 1_000_000
const answerCharactersMax = 64_000

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Any service with OpenAI's chat completions API, by OpenAI's own package, which is loaded on first use. */
export function createAi(config: AiConfig, deadlineMs = usualDeadlineMs): Ai {
  const { hostname } = new URL(config.baseUrl)
  let loaded: Promise<OpenAI> | null = null
  let known: { state: 'READY' | 'UNREACHABLE'; until: number } | null = null
  let asking: Promise<'READY' | 'UNREACHABLE'> | null = null

  const load = () =>
    (loaded ??= import('openai').then(
      ({ OpenAI: Client }) =>
        new Client({
          baseURL: config.baseUrl,
          apiKey: config.apiKey ?? 'none',
          organization: null,
          project: null,
          maxRetries: 1,
          timeout: deadlineMs,
          // Its logs would contain what people wrote.
          logLevel: 'off',
          fetchOptions: { redirect: 'manual' },
          fetch: fetchBounded,
        }),
    ))
  const note = (state: 'READY' | 'UNREACHABLE') => {
    known = { state, until: performance.now() + stateMs }
    return state
  }
  const failed = (error: unknown) => {
    const notified = asAiError(error)
    if (notified.isAway) note('UNREACHABLE')
    return notified
  }

  async function askState() {
    try {
      const client = await load()
      await client.models.list({ timeout: stateDeadlineMs, maxRetries: 0 })
      return note('READY')
    } catch (error) {
      // Some have no list of models.
      return note(asAiError(error).isAway ? 'UNREACHABLE' : 'READY')
    }
  }

  return {
    about: { name: config.model, host: hostname.replace(/^\[|\]$/g, ''), isLocal: loopback.test(hostname) },
    async state() {
      if (known && performance.now() < known.until) return known.state
      asking ??= askState().finally(() => (asking = null))
      return asking
    },
    async *write(turns, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      try {
        yield* streamed(await load(), { model: config.model, messages: turns }, within)
        note('READY')
      } catch (error) {
        throw failed(error)
      }
    },
    async ask(turns, schema, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
      const wanted = { model: config.model, messages: turns }
      try {
        const client = await load()
        if (!schema) return await whole(client, wanted, within)
        const form = { type: 'json_schema', json_schema: { ...schema, strict: true } } as const
        let text = ''
        for await (const piece of streamed(client, { ...wanted, response_format: form }, within)) {
          if ('isCut' in piece && piece.isCut) throw new AiError('LENGTH')
          if ('text' in piece) text += piece.text
        }
        note('READY')
        return text
      } catch (error) {
        throw failed(error)
      }
    },
  }
}

type Wanted = OpenAI.ChatCompletionCreateParamsNonStreaming

async function* streamed(client: OpenAI, wanted: Wanted, signal: AbortSignal): AsyncGenerator<AiPiece> {
  const stream = await client.chat.completions.create({ ...wanted, stream: true }, { signal })
  let letters = 0
  let reason: string | null = null
  try {
    for await (const { choices } of stream) {
      const [choice] = choices ?? []
      const text = choice?.delta?.content ?? ''
      reason = choice?.finish_reason ?? reason
      letters += text.length
      if (text !== '') yield { text }
      if (letters > answerCharactersMax) {
        yield { isCut: true }
        return
      }
    }
    // The package ends quietly when the signal aborts.
    signal.throwIfAborted()
    if (reason === null) throw new AiError(letters === 0 ? 'EMPTY' : 'BROKEN')
    yield { isCut: reason === 'length' }
  } finally {
    stream.controller.abort()
  }
}

async function whole(client: OpenAI, wanted: Wanted, signal: AbortSignal): Promise<string> {
  const answer = await client.chat.completions.create({ ...wanted, stream: false }, { signal })
  const [choice] = answer.choices ?? []
  if (choice?.finish_reason === 'length') throw new AiError('LENGTH')
  return choice?.message?.content ?? ''
}

const soonSeconds = 3

/** Bounds the length of an answer, and does not wait for a service that announces a long delay. */
async function fetchBounded(address: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  const headers = new Headers(response.headers)
  const wait = headers.get('retry-after')
  if (wait !== null && !(Number(wait) <= soonSeconds)) headers.set('x-should-retry', 'false')
  const { status, statusText } = response
  const isBodiless = response.body === null || [101, 204, 205, 304].includes(status)
  if (isBodiless) return new Response(null, { status: status === 101 ? 502 : status, statusText, headers })
  let bytes = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > answerBytesMax) controller.error(new AiError('TOO_LONG'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(bounded) ?? null, { status, statusText, headers })
}
