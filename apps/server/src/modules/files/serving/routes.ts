import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import type { Mounting } from '#server/http/mount'
import { networkOf } from '#server/http/network'
import { allowIndexing } from '#server/http/security-headers'
import { contentDisposition, isKnown, sendBytes } from '#server/http/send-bytes'
import { noteDownload } from '#server/modules/activity/service'
import { findServed, type Wanted } from '#server/modules/files/serving/service'
import { notFound } from '#server/platform/domain-error'

const mostPages = 100_000
const Params = z.object({ key: z.string().regex(/^[\w-]{20,64}$/) })
const Query = z.object({
  via: z.string().max(50).default(''),
  sig: z.string().max(100).optional(),
  exp: z.string().max(20).optional(),
  page: z.coerce.number().int().min(1).max(mostPages).default(1),
})

// A public file can become private, so its plain address is cached only briefly.
const plainSeconds = 60

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const Place = z.object({
  page: whole(1, mostPages),
  level: whole(0, 20),
  x: whole(0, 10_000),
  y: whole(0, 10_000),
})

const Crop = z.object({ comment: z.uuid(), v: z.string().max(20).default('') })

/**
 * `/files/{thumbnail,preview}/{key}?page=n`, `/files/tiles/{key}/…`, `/files/crop/{key}/{comment}` and `/files/{key}`;
 * only the server makes these addresses.
 */
export function mountServing({ app, deps }: Mounting): void {
  const options = { schema: { hide: true }, compress: false } as const
  app.get('/files/thumbnail/:key', options, (request, reply) =>
    serve(deps, request, reply, ({ page }) => ({ variant: 'thumbnail', page })),
  )
  app.get('/files/preview/:key', options, (request, reply) =>
    serve(deps, request, reply, ({ page }) => ({ variant: 'preview', page })),
  )
  app.get('/files/tiles/:key/:page/:level/:x/:y', options, (request, reply) => {
    const place = Place.safeParse(request.params)
    if (!place.success) throw notFound()
    return serve(deps, request, reply, () => ({ variant: 'tile', page: place.data.page, place: place.data }))
  })
  app.get('/files/crop/:key/:comment', options, (request, reply) => {
    const crop = Crop.safeParse({ ...Object(request.params), ...Object(request.query) })
    if (!crop.success) throw notFound()
    const { comment, v } = crop.data
    return serve(deps, request, reply, () => ({ variant: 'crop', page: 1, comment, version: v }))
  })
  app.get('/files/:key', options, (request, reply) =>
    serve(deps, request, reply, () => ({ variant: 'original', page: 1 })),
  )
}

async function serve(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  want: (query: z.infer<typeof Query>) => Wanted,
) {
  const params = Params.safeParse(request.params)
  const query = Query.safeParse(request.query)
  if (!params.success || !query.success) throw notFound()
  const { via, sig, exp } = query.data
  const signature = sig !== undefined && exp !== undefined ? { via, sig, exp } : null
  const network = networkOf(request.ip)
  const served = await findServed(deps, params.data.key, want(query.data), { signature, network })
  const { identity, goodForSeconds, download, open } = served
  if (served.isPublic) allowIndexing(reply)
  if (download && isTakenAlong(request) && !isKnown(request, identity))
    noteDownload(deps, { ...download, ip: network })
  if (deps.config.filesUrl !== deps.config.publicUrl) {
    reply.header('access-control-allow-origin', new URL(deps.config.publicUrl).origin)
  }
  deps.memory.openDownloads.keep(reply, { hangsOn: served.hangsOn, isAllowed: served.isStillAllowed })
  return sendBytes(request, reply, {
    identity,
    cacheControl:
      goodForSeconds > 0
        ? `private, max-age=${goodForSeconds}, immutable`
        : `public, max-age=${plainSeconds}`,
    open: async () => {
      const { object, mime, name, isInline } = await open()
      return { object, mime, disposition: contentDisposition(isInline ? 'inline' : 'attachment', name) }
    },
  })
}

const drawnInPages = new Set(['image', 'video', 'audio'])

// Showing the original in a page, or a HEAD request, is no download.
function isTakenAlong({ method, headers }: FastifyRequest): boolean {
  const isRendered = drawnInPages.has(String(headers['sec-fetch-dest']))
  return method === 'GET' && !isRendered
}
