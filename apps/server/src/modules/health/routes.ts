import type { Mounting } from '#server/http/mount'
import { findProblems, readMetrics } from '#server/modules/health/service'
import { notFound } from '#server/platform/domain-error'
import { isSame } from '#server/platform/tokens'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function mountHealth({ app, deps }: Mounting): void {
  const schema = { hide: true }
  app.get('/health/live', { schema }, async () => ({ status: 'live' }))
  app.get('/health/ready', { schema }, async (_request, reply) => {
    const problems = await findProblems(deps)
    if (problems.length === 0) return { status: 'ready' }
    return reply.code(503).header('retry-after', 5).send({ status: 'not ready', problems })
  })
  app.get('/metrics', { schema }, async (request, reply) => {
    const { metricsToken } = deps.config
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const isAllowed = metricsToken ? isSame(given, metricsToken) : loopback.has(request.ip)
    if (!isAllowed) throw notFound()
    const { contentType, text } = await readMetrics()
    return reply.type(contentType).send(text)
  })
}
