import { IdParams } from '@wingmark/contract/ids'
import { liveDeliveryPath, liveUserPath, liveWorkspacePath, sayHere } from '@wingmark/contract/live'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readActor, readBearer } from '#server/http/actor'
import { type EventStream, openEventStream, readLastEventId } from '#server/http/event-stream'
import { type Mounting, readShare } from '#server/http/mount'
import { networkOf } from '#server/http/network'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { recheckWorkspace } from '#server/modules/access/workspaces/service'
import { noteOpening } from '#server/modules/activity/service'
import { sendHere, type UserEventReaders } from '#server/modules/events/service'
import { createHereTeller } from '#server/modules/live/awareness/service'
import { deliveryStreams, requireStanding } from '#server/modules/live/deliveries/service'
import { createInboxStreams } from '#server/modules/live/inbox/service'
import { mostStreamsOfAddress, streamsMax } from '#server/modules/live/policy'
import { reviewStreams } from '#server/modules/live/reviews/service'
import { createSubjectStreams } from '#server/modules/live/stream/service'
import { workspaceStreams } from '#server/modules/live/workspaces/service'
import { DomainError, notFound } from '#server/platform/domain-error'

/** `GET /live/api/v1/review/:id`, `…/workspace/:id`, `…/delivery/:id` and `…/user`: server-sent events until either side closes. */
export function mountLive({ app, mount, deps, authenticate }: Mounting, readers: UserEventReaders): void {
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

  const say = createHereTeller((report) => sendHere(deps, report))
  mount(sayHere, async ({ actor, share, params, body }) => {
    const { reviewId } = await requireAccess(deps, { actor, share }, { review: params.id })
    say(reviewId, { _id: actor.id, name: actor.name, isGuest: actor.kind === 'guest', ...body })
    return { result: { _id: reviewId } }
  })

  const route = (url: string, hear: (reader: Reader) => Promise<void>) =>
    app.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request, reply) => {
        const actor = await readActor(request.headers.authorization, authenticate)
        await hear({
          caller: { actor, share: readShare(request) },
          token: readBearer(request.headers.authorization),
          lastEventId: readLastEventId(request),
          ip: networkOf(request.ip),
          id: () => idOf(request),
          open: () => open(request, reply),
        })
      },
    })

  route('/live/api/v1/review/:id', async ({ caller, token, lastEventId, ip, id, open }) => {
    const access = await requireAccess(deps, caller, { review: id() })
    const stream = open()
    noteOpening(deps, { actor: caller.actor, ip, access })
    reviews.add(access.reviewId, { caller, token, access, stream, lastEventId })
  })

  route(liveWorkspacePath(':id'), async ({ caller: { actor }, token, lastEventId, id: idGiven, open }) => {
    if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
    const id = idGiven()
    const [access = null] = await recheckWorkspace(deps, [actor], id)
    if (!access) throw notFound()
    workspaces.add(id, { caller: { actor }, token, access, stream: open(), lastEventId })
  })

  route(liveDeliveryPath(':id'), async ({ caller, token, lastEventId, id: idGiven, open }) => {
    const id = idGiven()
    const access = await requireStanding(deps, caller, id)
    deliveries.add(id, { caller, token, access, stream: open(), lastEventId })
  })

  route(liveUserPath, async ({ caller: { actor }, token, lastEventId, open }) => {
    if (actor.kind !== 'user' || token === null) throw new DomainError('UNAUTHENTICATED')
    inboxes.add({ actor, token, stream: open(), lastEventId })
  })
}

/** A client, with its credentials. */
type Reader = {
  caller: Caller
  token: string | null
  lastEventId: string | null
  ip: string
  /** Throws NOT_FOUND for an invalid id. */
  id: () => string
  /** Throws when a limit is reached. */
  open: () => EventStream
}

function idOf({ params }: FastifyRequest): string {
  const { success, data } = IdParams.safeParse(params)
  if (!success) throw notFound()
  return data.id
}

/** Opens streams within the limits per process and address. */
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
