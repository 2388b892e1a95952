import { createHash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { keptReviewsScript } from '@wingmark/contract/kept-reviews'
import { pageBytesMax } from '@wingmark/contract/limits'
import { serverPath } from '@wingmark/contract/server-paths'
import { darkPartsScript, themeScript } from '@wingmark/contract/theme-scripts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/platform/config'

// A hundred answers would each hold the default window of 4 MB; pages are seldom larger than this.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

const indexing = 'x-robots-tag'

/** For pages of public reviews and people who want to be found; search engines must not list others. */
export function allowIndexing(reply: FastifyReply): void {
  reply.raw.removeHeader(indexing)
}

/** Of the scripts that stand in our pages: only these may. */
const scriptHashes = [themeScript, darkPartsScript, keptReviewsScript].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

const isShared = /^\/(reviews|transfers)\//

/** Headers of every answer. The session token lives in localStorage, so only our own scripts may run. */
export async function protectResponses(app: FastifyInstance, config: Config): Promise<void> {
  const files = new URL(config.filesUrl).origin
  // Google's sign-in script, frame and window; only where that sign-in is set up.
  const google = config.googleClientId === null ? [] : ['https://accounts.google.com/gsi/']
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes, ...google],
        styleSrc: ["'self'", "'unsafe-inline'", ...google],
        imgSrc: ["'self'", 'data:', 'blob:', files],
        mediaSrc: ["'self'", 'blob:', files],
        connectSrc: ["'self'", files, ...google],
        ...(google.length > 0 ? { frameSrc: google } : {}),
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Google's script needs the page's origin, never the path or a share code.
    referrerPolicy: { policy: google.length > 0 ? 'strict-origin' : 'no-referrer' },
    crossOriginOpenerPolicy: { policy: google.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?')
    if (/^\/(reviews|transfers|connections)\//.test(path) || serverPath.test(path))
      reply.raw.setHeader(indexing, 'noindex')
    done()
  })
  // Created once: @fastify/helmet would write the same policy again for each request.
  app.addHook('onRequest', (request, reply, done) =>
    secure(request.raw, reply.raw, () => {
      // Shared addresses go to nobody, not even as a referrer.
      if (isShared.test(request.url)) reply.raw.setHeader('referrer-policy', 'no-referrer')
      done()
    }),
  )
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    globalDecompression: false,
    // At once: as streams, a hundred long pages would each hold a text and a window.
    syncThreshold: 1.5 * pageBytesMax,
    brotliOptions,
  })
}
