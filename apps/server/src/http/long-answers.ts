import type { FastifyInstance } from 'fastify'
import type { Garbage } from '#server/platform/collect-garbage'

/** V8 stores longer strings in a separate space, which it collects late. */
const longFrom = 128_000

export function collectLongAnswers(app: FastifyInstance, garbage: Garbage): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const letters = typeof payload === 'string' ? payload.length : 0
    if (letters >= longFrom) reply.raw.once('finish', () => garbage.leaveAnswer(letters))
    done()
  })
}
