import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readActor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import { contentDisposition, sendBytes } from '#server/http/send-bytes'
import { SignedAddress } from '#server/http/signed-address'
import { findDownload, findOne, isStillThere, readLink } from '#server/modules/transfers/download/service'
import { DomainError, notFound } from '#server/platform/domain-error'

const Link = SignedAddress.extend({ of: z.string().min(22).max(12_000) })
const Params = z.object({ id: z.uuid() })
const hidden = { schema: { hide: true }, compress: false } as const

/** `GET /transfer/api/v1/file/download/{id}` with a session token, and addresses from `requestDownload`. */
export function mountDownload({ app, deps, authenticate }: Mounting): void {
  app.get('/transfer/api/v1/file/download/:id', hidden, async (request, reply) => {
    const actor = await readActor(request.headers.authorization, authenticate)
    if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
    const params = Params.safeParse(request.params)
    if (!params.success) throw notFound()
    const ids = [await findOne(deps, actor, params.data.id)]
    return send(request, reply, { owner: actor.id, session: actor.sessionId, ids })
  })

  app.get('/transfer/api/v1/download', hidden, async (request, reply) => {
    const link = Link.safeParse(request.query)
    if (!link.success) throw new DomainError('UNAUTHENTICATED')
    return send(request, reply, await readLink(deps, link.data))
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    what: { owner: string; session: string; ids: readonly string[] },
  ) {
    const isAllowed = () => isStillThere(deps, what)
    deps.memory.openDownloads.keep(reply, { hangsOn: [what.owner], isAllowed })
    const { identity, mime, name, open } = await findDownload(deps, what.owner, what.ids)
    return sendBytes(request, reply, {
      identity,
      cacheControl: 'private, no-cache',
      open: async () => ({ object: await open(), mime, disposition: contentDisposition('attachment', name) }),
    })
  }
}
