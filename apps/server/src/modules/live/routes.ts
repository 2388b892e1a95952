import { IdParams } from '@wingmark/contract/ids'
import { liveDeliveryPath, liveUserPath, liveWorkspacePath } from '@wingmark/contract/live'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readActor, readBearer } from '#server/http/actor'
import { type EventStream, openEventStream, readLastEventId } from '#server/http/event-stream'
import { type Mounting, readShare } from '#server/http/mount'
import { networkOf } from '#server/http/network'
import { requireAccess } from '#server/modules/access/service'
import { recheckWorkspace } from '#server/modules/access/workspaces/service'
import { noteOpening } from '#server/modules/activity/service'
import type { UserEventReaders } from '#server/modules/events/service'
import { deliveryStreams, requireStanding } from '#server/modules/live/deliveries/service'
import { createInboxStreams } from '#server/modules/live/inbox/service'
import { mostStreamsOfAddress, streamsMax } from '#server/modules/live/policy'
import { reviewStreams } from '#server/modules/live/reviews/service'
import { createSubjectStreams } from '#server/modules/live/stream/service'
import { workspaceStreams } from '#server/modules/live/workspaces/service'
import { DomainError, notFound } from '#server/platform/domain-error'

/** `GET /live/api/v1/review/:id`, `…/workspace/:id`, `…/delivery/:id` and `…/user`: server-sent events until either side ends them. */
export function mountLive({ app, deps, authenticate }: Mounting, readers: UserEventReaders): void {
  const reviews = createSubjectStreams(deps, reviewStreams, { authenticate })
  const workspaces = createSubjectStreams(deps, workspaceStreams, { authenticate })
  const deliveries = createSubjectStreams(deps, deliveryStreams, { authenticate })
  const inboxes = createInboxStreams(deps, { authenticate, readers })
  const open = createOpener()
  app.addHook('preClose', async () => {
    reviews.close()
    workspaces.close()
    deliveries.close()
    inboxes.close()
  })

  app.route({
    method: 'GET',
    url: '/live/api/v1/review/:id',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const actor = await readActor(request.headers.authorization, authenticate)
      const params = IdParams.safeParse(request.params)
      if (!params.success) throw notFound()
      const caller = { actor, share: readShare(request) }
      const access = await requireAccess(deps, caller, { review: params.data.id })
      const stream = open(request, reply)
      noteOpening(deps, { actor, ip: networkOf(request.ip), access })
      const token = readBearer(request.headers.authorization)
      reviews.add(access.reviewId, { caller, token, access, stream, lastEventId: readLastEventId(request) })
    },
  })

  app.route({
    method: 'GET',
    url: liveWorkspacePath(':id'),
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const actor = await readActor(request.headers.authorization, authenticate)
      if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
      const params = IdParams.safeParse(request.params)
      if (!params.success) throw notFound()
      const { id } = params.data
      const [access = null] = await recheckWorkspace(deps, [actor], id)
      if (!access) throw notFound()
      const stream = open(request, reply)
      const token = readBearer(request.headers.authorization)
      workspaces.add(id, { caller: { actor }, token, access, stream, lastEventId: readLastEventId(request) })
    },
  })

  app.route({
    method: 'GET',
    url: liveDeliveryPath(':id'),
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const actor = await readActor(request.headers.authorization, authenticate)
      const params = IdParams.safeParse(request.params)
      if (!params.success) throw notFound()
      const { id } = params.data
      const caller = { actor, share: readShare(request) }
      const access = await requireStanding(deps, caller, id)
      const stream = open(request, reply)
      const token = readBearer(request.headers.authorization)
      deliveries.add(id, { caller, token, access, stream, lastEventId: readLastEventId(request) })
    },
  })

  app.route({
    method: 'GET',
    url: liveUserPath,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const actor = await readActor(request.headers.authorization, authenticate)
      const token = readBearer(request.headers.authorization)
      if (actor.kind !== 'user' || token === null) throw new DomainError('UNAUTHENTICATED')
      const stream = open(request, reply)
      inboxes.add({ actor, token, stream, lastEventId: readLastEventId(request) })
    },
  })
}

/** Opens streams within the limits of this process and of one address. */
function createOpener() {
  const byAddress = new Map<string, number>()
  let total = 0
  return (request: FastifyRequest, reply: FastifyReply): EventStream => {
    const ip = networkOf(request.ip)
    const ofAddress = byAddress.get(ip) ?? 0
    if (total >= streamsMax) throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 30 })
    if (ofAddress >= mostStreamsOfAddress(total - ofAddress))
      throw new DomainError('RATE_LIMITED', { retryAfterSeconds: 30 })
    total++
    byAddress.set(ip, ofAddress + 1)
    const stream = openEventStream(reply)
    stream.onClose(() => {
      total--
      const left = (byAddress.get(ip) ?? 1) - 1
      if (left > 0) byAddress.set(ip, left)
      else byAddress.delete(ip)
    })
    return stream
  }
}
