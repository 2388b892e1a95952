import { maxJsonBodyBytes } from '@wingmark/contract/limits'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#server/platform/domain-error'

/** JSON is the only body that is parsed; an empty one counts as none. Uploads register their own parsers. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseStrictly = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxJsonBodyBytes },
    (request, body, done) => {
      const text = String(body)
      if (text.trim() === '') return done(null, undefined)
      return parseStrictly(request, text, (error, parsed) =>
        error ? done(new DomainError('BAD_REQUEST')) : done(null, parsed),
      )
    },
  )
}
