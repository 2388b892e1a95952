import { Readable } from 'node:stream'
import { CommentExportFormat, requestCommentExport, TimeZone } from '@wingmark/contract/comment-exports'
import { Id } from '@wingmark/contract/ids'
import { z } from 'zod'
import { readActor } from '#server/http/actor'
import { type Mounting, readShare } from '#server/http/mount'
import { contentDisposition } from '#server/http/send-bytes'
import { SignedAddress } from '#server/http/signed-address'
import {
  exportComments,
  isStillAllowed,
  readExportLink,
  requestExport,
} from '#server/modules/comments/export/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

const Place = { file: Id.optional(), page: z.coerce.number().int().min(1).max(100_000).optional() }
const Wanted = z.object({ format: CommentExportFormat, ...Place, zone: TimeZone.optional() })
const Link = SignedAddress.extend(Wanted.shape)
const Params = z.object({ id: Id })

/** `GET /comment/api/v1/export/{id}?format=`, with a session token or an address from the POST. */
export function mountCommentExport({ app, mount, deps, authenticate }: Mounting): void {
  mount(requestCommentExport, async ({ actor, share, params, body }) => ({
    result: await requestExport(deps, { actor, share }, params.id, body),
  }))

  const hidden = { schema: { hide: true }, compress: false } as const
  app.get('/comment/api/v1/export/:id', hidden, async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) throw notFound()
    const { id } = params.data
    const link = Link.safeParse(request.query)
    const byLink = link.success && request.headers.authorization === undefined
    const actor = byLink
      ? await readExportLink(deps, id, link.data)
      : await readActor(request.headers.authorization, authenticate)
    if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
    const caller = { actor, share: readShare(request) }
    const wanted = Wanted.safeParse(request.query)
    if (!wanted.success)
      throw invalidFields({ format: 'Choose CSV, XLSX, JSON, PDF, or PNG with a file and a page.' })
    const { mime, name, open } = await exportComments(deps, caller, id, wanted.data)
    const isAllowed = () => isStillAllowed(deps, actor, id)
    deps.memory.openDownloads.keep(reply, { hangsOn: [actor.id, id], isAllowed })
    return reply
      .header('content-type', mime)
      .header('content-disposition', contentDisposition('attachment', name))
      .header('cache-control', 'no-store')
      .send(request.method === 'HEAD' ? Readable.from([]) : open())
  })
}
