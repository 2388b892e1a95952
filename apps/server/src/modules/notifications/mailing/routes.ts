import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mounting } from '#server/http/mount'
import { readUnsubscribeToken, unsubscribe } from '#server/modules/notifications/mailing/service'
import { notFound } from '#server/platform/domain-error'
import { composePage } from '#server/platform/mail-letter'

const path = '/user/api/v1/unsubscribe/:token'
const schema = { hide: true }

function tokenOf(request: FastifyRequest): string {
  const { params } = request
  const token: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'token') : null
  if (typeof token !== 'string') throw notFound()
  return token
}

/**
 * The link at the end of mails: a page with one button, since programs that look at mails open every link.
 * `POST` is what mail programs send for "unsubscribe" (RFC 8058) and what the button does; neither needs a session.
 */
export async function mountUnsubscribing({ app, deps }: Mounting): Promise<void> {
  await app.register(async (scope) => {
    // Whatever the form is written in, it says nothing that the address does not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    )
    scope.get(path, { schema }, async (request, reply) => {
      readUnsubscribeToken(deps, tokenOf(request))
      return sendPage(reply, {
        title: 'No more mails about comments and messages?',
        texts: [
          'You will still be told by mail when somebody mentions you, and about the safety of your account.',
        ],
        button: 'Stop these mails',
      })
    })
    scope.post(path, { schema }, async (request, reply) => {
      await unsubscribe(deps, tokenOf(request))
      if (!request.headers.accept?.includes('text/html')) return { success: true, result: { notify: 'OFF' } }
      return sendPage(reply, {
        title: 'You get no more mails about comments and messages',
        texts: ['If you change your mind, your settings have them again.'],
        link: { text: 'Go to your settings', url: `${deps.config.publicUrl}/settings` },
      })
    })
  })
}

function sendPage(reply: FastifyReply, page: Parameters<typeof composePage>[0]) {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(composePage(page))
}
