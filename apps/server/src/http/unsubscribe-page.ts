import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/domain-error'
import { composePage } from '#server/platform/email-content'

type Page = Parameters<typeof composePage>[0]

export type Unsubscribing = {
  /** Ends with `/:token`. */
  path: string
  /** Throws NOT_FOUND for a token that we did not create. */
  check: (token: string) => unknown
  stop: (token: string) => Promise<unknown>
  asked: (token: string) => Page
  stopped: (token: string) => Page
  /** The answer to programs. */
  result: object
}

const schema = { hide: true }

function tokenOf(request: FastifyRequest): string {
  const { params } = request
  const token: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'token') : null
  if (typeof token !== 'string') throw notFound()
  return token
}

/** The page of a mail's link has one button, since scanners open links. `POST`: the button and RFC 8058. */
export async function mountUnsubscribePage(
  app: FastifyInstance,
  { path, check, stop, asked, stopped, result }: Unsubscribing,
): Promise<void> {
  await app.register(async (scope) => {
    // Whatever the form's type, its body adds nothing to the address.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    scope.get(path, { schema }, async (request, reply) => {
      const token = tokenOf(request)
      await check(token)
      return sendPage(reply, asked(token))
    })
    scope.post(path, { schema }, async (request, reply) => {
      const token = tokenOf(request)
      await stop(token)
      if (!request.headers.accept?.includes('text/html')) return { success: true, result }
      return sendPage(reply, stopped(token))
    })
  })
}

function sendPage(reply: FastifyReply, page: Page) {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(composePage(page))
}
