import { join } from 'node:path'
import serveStatic from '@fastify/static'
import { serverPath } from '@wingmark/contract/server-paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handleNotFound } from '#server/http/error-handler'
import { type Mounting, readShare } from '#server/http/mount'
import { countMiss } from '#server/http/not-found-limit'
import { allowIndexing } from '#server/http/security-headers'
import {
  readDeliveryShell,
  readPersonShell,
  readReviewShell,
  readShell,
  type Shell,
  webFolder,
} from '#server/modules/pages/service'

/** The web app: its files, its page, a review's page with the first view, and a person's. */
export async function mountPages({ app, deps }: Mounting): Promise<void> {
  const files = { index: false as const, preCompressed: true, schemaHide: true, cacheControl: false }
  // One route for all of these: hundreds of routes would take a third of the startup time.
  await app.register(serveStatic, {
    ...files,
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(serveStatic, {
    ...files,
    root: webFolder,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
  const schema = { hide: true }
  app.get<{ Params: { id: string } }>('/reviews/:id', { schema }, async (request, reply) => {
    const found = await readReviewShell(deps, request.params.id, readShare(request))
    if (found.isPublic) allowIndexing(reply)
    return sendShell(request, reply, found)
  })
  app.get<{ Params: { name: string } }>('/connections/:name', { schema }, async (request, reply) => {
    const found = await readPersonShell(deps, request.params.name)
    if (found.isPublic) allowIndexing(reply)
    return sendShell(request, reply, found)
  })
  app.get<{ Params: { id: string } }>('/transfers/:id', { schema }, async (request, reply) =>
    sendShell(request, reply, await readDeliveryShell(deps, request.params.id, readShare(request))),
  )
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) return handleNotFound(request, reply)
    return sendPage(reply, await readShell(pathOf(request), deps.config.publicUrl))
  })

  async function sendShell(request: FastifyRequest, reply: FastifyReply, { html, missed }: Shell) {
    const refused = missed && (await countMiss(deps.limits, missed, request))
    if (refused?.retryAfterSeconds !== undefined) {
      // The same page, so that members on a guesser's network still get in.
      reply.code(429).header('retry-after', Math.ceil(refused.retryAfterSeconds))
    }
    return sendPage(reply, html)
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

function isPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !serverPath.test(path) &&
    !/\.\w{1,5}$/.test(path)
  )
}

function sendPage(reply: FastifyReply, html: string) {
  return reply.header('cache-control', 'no-cache, private').type('text/html; charset=utf-8').send(html)
}
