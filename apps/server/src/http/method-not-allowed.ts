import { serverPath } from '@wingmark/contract/server-paths'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

const reads = new Set<HTTPMethods>(['GET', 'HEAD'])
const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Watches all paths that are registered from now on; then call `refuseOthers`. */
export function watchMethods(app: FastifyInstance): { refuseOthers(): void } {
  const known = new Map<string, Set<string>>()
  app.addHttpMethod('TRACE', { overrideExisting: true })
  app.addHook('onRoute', ({ url, method }) => {
    const seen = known.get(url) ?? new Set()
    for (const one of [method].flat()) seen.add(one)
    known.set(url, seen)
  })
  const refuseOthers = () => {
    for (const [url, seen] of [...known]) {
      if (url.endsWith('*') || url.startsWith('/docs')) continue
      const allow = [...seen].join(', ')
      // At a page's own address only methods that change something are refused.
      const isPage = !serverPath.test(url)
      const method = methods.filter((one) => !seen.has(one) && !(isPage && reads.has(one)))
      app.route({
        method,
        url,
        schema: { hide: true },
        handler: (_request, reply) => {
          reply.header('allow', allow)
          throw new DomainError('METHOD_NOT_ALLOWED')
        },
      })
    }
  }
  return { refuseOthers }
}
