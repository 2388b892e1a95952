import { maxJsonBodyBytes } from '@wingmark/contract/limits'
import type { FastifyInstance } from 'fastify'
import { discardBody } from '#server/http/multipart'
import { DomainError } from '#server/platform/domain-error'

/** Deeper than any body; deeper ones could keep readers busy. */
const maxDepth = 100
/** Allows parameters such as `charset=utf-8`, and nothing else. */
const jsonType = /^application\/json(?: *; *[\w-]+=(?:"[^"]*"|[\w.-]+))* *;?$/i

/** JSON is the only body that is parsed; an empty one counts as missing. Uploads register their own parsers. */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseStrictly = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxJsonBodyBytes },
    (request, body, done) => {
      if (!jsonType.test(request.headers['content-type']?.trim() ?? ''))
        return done(new DomainError('UNSUPPORTED_MEDIA_TYPE'))
      const text = String(body)
      if (text.trim() === '') return done(null, undefined)
      return parseStrictly(request, text, (error, parsed) =>
        error || isDeep(parsed) ? done(new DomainError('BAD_REQUEST')) : done(null, parsed),
      )
    },
  )
}

/** No client compresses bodies, and unpacked ones could become arbitrarily large. */
export function refusePackedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding.toLowerCase() === 'identity') return
    discardBody(request)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Send this request without Content-Encoding.',
    })
  })
}

function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    )
  }
  return false
}
