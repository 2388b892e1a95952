import type { FastifyRequest } from 'fastify'
import type { Mounting } from '#server/http/mount'
import { checkHealth, readMetrics } from '#server/modules/health/service'
import type { Config } from '#server/platform/config'
import { notFound } from '#server/platform/domain-error'
import { isSame } from '#server/platform/tokens'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

export function mountHealth({ app, deps }: Mounting): void {
  const schema = { hide: true }
  app.get('/health/live', { schema }, async () => ({ status: 'live' }))
  app.get('/health/ready', { schema }, async (_request, reply) => {
    const { problems, schema } = await checkHealth(deps)
    if (problems.length === 0) return { status: 'ready', schema }
    return reply.code(503).header('retry-after', 5).send({ status: 'not ready', problems })
  })
  app.get('/metrics', { schema }, async (request, reply) => {
    const { metricsToken } = deps.config
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const isAllowed = metricsToken ? isSame(given, metricsToken) : isOfThisMachine(request, deps.config)
    if (!isAllowed) throw notFound()
    const { contentType, text } = await readMetrics()
    return reply.type(contentType).send(text)
  })
}

/** By the socket's address, not headers. Behind a local proxy every connection is local, so then a token is required. */
function isOfThisMachine({ raw, headers }: FastifyRequest, config: Config): boolean {
  const mayHaveProxy = config.trustProxy !== false || !localHost.test(new URL(config.publicUrl).host)
  if (mayHaveProxy || forwarding.some((name) => headers[name] !== undefined)) return false
  return loopback.has(raw.socket.remoteAddress ?? '') && localHost.test(headers.host ?? '')
}
