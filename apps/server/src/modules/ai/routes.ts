import * as contract from '@wingmark/contract/ai'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '#server/http/error-handler'
import { encodeEvent, openEventStream } from '#server/http/event-stream'
import { type Mounting, sentAlready } from '#server/http/mount'
import { getReading, makeReading } from '#server/modules/ai/read/service'
import * as service from '#server/modules/ai/service'
import { generate } from '#server/modules/ai/write/service'
import { DomainError } from '#server/platform/domain-error'

export function mountAi({ app, mount, deps }: Mounting): void {
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  // Charges what was sent so far before the database closes.
  app.addHook('preClose', async () => {
    stopping.abort()
    await Promise.allSettled(running)
  })
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }
  /** The call to the AI service ends with the caller's connection. */
  const signalOf = (reply: FastifyReply) => {
    const gone = new AbortController()
    // If the client left during authentication, `close` has already fired.
    if (reply.raw.destroyed) gone.abort()
    reply.raw.once('close', () => gone.abort())
    return AbortSignal.any([gone.signal, stopping.signal])
  }

  mount(contract.getAiStatus, async ({ actor }) => ({ result: await service.getStatus(deps, actor) }))
  mount(contract.changeAiSettings, async ({ actor, body }) => ({
    result: await service.changeSettings(deps, actor, body),
  }))
  mount(contract.changeAiReading, async ({ actor, share, params, body }) => ({
    result: await service.changeMayRead(deps, { actor, share }, params.id, body.mayRead),
  }))

  mount(contract.generate, async ({ actor, share, body, idempotencyKey, request, reply }) => {
    const asking = { idempotencyKey, signal: signalOf(reply) }
    const caller = { actor, share }
    if (!wantsEvents(request)) return { result: await tracked(generate(deps, caller, body, asking)) }
    const line = openLine(request, reply)
    const work = generate(deps, caller, body, { ...asking, onWords: line.words })
    return tracked(work.then(line.done, line.failed))
  })

  for (const [route, kind] of [
    [contract.makeSummary, 'SUMMARY'],
    [contract.makeChanges, 'CHANGES'],
  ] as const)
    mount(route, async ({ actor, share, body, idempotencyKey, reply }) => {
      const asking = { idempotencyKey, signal: signalOf(reply) }
      return { result: await tracked(makeReading(deps, { actor, share }, kind, body, asking)) }
    })
  mount(contract.getReading, async ({ actor, share, query }) => ({
    result: { reading: await getReading(deps, { actor, share }, query) },
  }))
}

const wantsEvents = ({ headers }: FastifyRequest) => headers.accept?.includes('text/event-stream') === true

/** Starts the stream with the first words: an earlier failure is an ordinary answer. */
function openLine(request: FastifyRequest, reply: FastifyReply) {
  let stream: ReturnType<typeof openEventStream> | null = null
  let sent = ''
  const send = <E extends keyof typeof contract.generateEvents>(name: E, data: object) => {
    stream ??= openEventStream(reply)
    stream.send(encodeEvent({ name, data }))
  }
  return {
    /** Gets all words so far; sends the new ones. */
    words(text: string) {
      if (!text.startsWith(sent) || text.length === sent.length) return
      send('words', { text: text.slice(sent.length) })
      sent = text
    },
    done(result: contract.Generated): typeof sentAlready {
      send('done', result)
      stream?.end()
      return sentAlready
    },
    failed(error: unknown): typeof sentAlready {
      if (!stream) throw error
      const known = error instanceof DomainError ? error : new DomainError('SERVER_ERROR')
      if (known !== error) request.log.error({ err: error }, 'request failed')
      const { code, message } = failure(known, request.id)
      send('failed', { code, message, characters: [...sent].length })
      stream.end()
      return sentAlready
    },
  }
}
