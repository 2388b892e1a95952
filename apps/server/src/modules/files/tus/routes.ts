import { tusPath } from '@wingmark/contract/tus'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withRequest } from '#server/db/idempotency'
import { isAllowed, readActor } from '#server/http/actor'
import { type Mounting, readIdempotencyKey, readShare } from '#server/http/mount'
import { discardBody } from '#server/http/multipart'
import { networkOf } from '#server/http/network'
import {
  describeProtocol,
  meantMethod,
  readCreation,
  readPiece,
  sendProgress,
  speakTus,
  type TusProgress,
} from '#server/http/tus'
import * as service from '#server/modules/files/tus/service'
import { DomainError, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

/** Resumable uploads: `POST` creates, `HEAD` reports the offset, `PATCH` continues, `DELETE` ends. */
export async function mountTus({ app, deps, authenticate }: Mounting): Promise<void> {
  const readUploader = async (request: FastifyRequest) => {
    const actor = await readActor(request.headers.authorization, authenticate)
    if (!isAllowed('writer', actor)) throw new DomainError('UNAUTHENTICATED')
    return {
      actor,
      network: networkOf(request.ip),
      share: readShare(request),
      idempotencyKey: readIdempotencyKey(tusPath, request),
    }
  }

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const wanted = readCreation(request)
    // Pixel sizes are hints, and may be missing in a repeated request.
    const { width: _, height: __, ...said } = wanted.metadata
    const asked = { sizeBytes: wanted.sizeBytes, ...said }
    const sender = await readUploader(request)
    const uploader = { ...sender, idempotencyKey: withRequest(sender.idempotencyKey, asked) }
    const tell = ({ id, progress }: { id: string; progress: TusProgress | null }) => {
      if (progress) sendProgress(reply, progress)
      return reply.code(201).header('location', `${tusPath}/${id}`).send()
    }
    const earlier = await service.findUnverified(deps, uploader)
    if (earlier) {
      discardBody(request)
      return tell(earlier)
    }
    if (wanted.body === 'whole') return tell(await service.createWhole(deps, uploader, wanted, request.raw))
    if (wanted.body === 'piece')
      return tell(await service.createWithPiece(deps, uploader, wanted, request.raw))
    const id = await service.createUpload(deps, uploader, wanted)
    return tell({ id, progress: await service.findProgress(deps, uploader, id) })
  }

  const handlers: Record<
    string,
    (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<unknown>
  > = {
    HEAD: async (request, reply, id) => {
      const progress = await service.findProgress(deps, await readUploader(request), id)
      reply.headers({ 'upload-length': progress.sizeBytes, 'upload-metadata': progress.metadataText })
      return sendProgress(reply, progress).code(200).send()
    },
    PATCH: async (request, reply, id) => {
      const uploader = await readUploader(request)
      const piece = { ...readPiece(request), bytes: request.raw }
      const progress = await service.appendPiece(deps, uploader, id, piece)
      discardBody(request)
      return sendProgress(reply, progress).code(204).send()
    },
    DELETE: async (request, reply, id) => {
      await service.endUpload(deps, await readUploader(request), id)
      return reply.code(204).send()
    },
  }

  await app.register(async (scope) => {
    speakTus(scope, new URL(deps.config.publicUrl).origin)
    const options = { schema: { hide: true }, compress: false } as const
    scope.options(tusPath, options, (_request, reply) => describeProtocol(reply))
    scope.options(`${tusPath}/:id`, options, (_request, reply) => describeProtocol(reply))
    scope.post(tusPath, options, create)
    scope.route<{ Params: { id: string } }>({
      ...options,
      method: ['HEAD', 'PATCH', 'DELETE', 'POST'],
      url: `${tusPath}/:id`,
      handler: async (request, reply) => {
        const handle = handlers[meantMethod(request)]
        if (!handle) {
          reply.header('allow', [...Object.keys(handlers), 'OPTIONS'].join(', '))
          throw new DomainError('METHOD_NOT_ALLOWED')
        }
        if (!isUuid(request.params.id)) throw notFound()
        return handle(request, reply, request.params.id)
      },
    })
  })
}
