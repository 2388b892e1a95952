import type { FastifyInstance } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

/** RFC 9112: refuses a request with more than one `Host`: a proxy may have believed the other. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hosts = raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length <= 1) return
    reply.header('connection', 'close')
    throw new DomainError('BAD_REQUEST', { message: 'The request has more than one host.' })
  })
}
