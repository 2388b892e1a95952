import { keepDelivery as keepRoute } from '@wingmark/contract/received-deliveries'
import { downloadTransfers } from '@wingmark/contract/transfers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Mounting } from '#server/http/mount'
import { contentDisposition, sendBytes } from '#server/http/send-bytes'
import { SignedAddress } from '#server/http/signed-address'
import { whenLastByteSent } from '#server/http/when-sent'
import { allSentPath, readAllSent } from '#server/modules/deliveries/claims/all-sent'
import {
  claimPath,
  finishClaim,
  isStillGood,
  keepDelivery,
  openClaim,
  readClaim,
  requestAny,
} from '#server/modules/deliveries/claims/service'
import { findDownload, isStillThere } from '#server/modules/transfers/download/service'
import { DomainError, notFound } from '#server/platform/domain-error'

const SentAddress = SignedAddress.extend({ of: z.string().max(50) })
const Address = z.object({ via: z.string().max(50), exp: z.string(), sig: z.string().max(100) })

/** Downloads of deliveries, and the addresses from claims. */
export function mountClaims({ app, mount, deps }: Mounting): void {
  mount(downloadTransfers, async ({ actor, share, ip, body }) => ({
    result: await requestAny(deps, { actor, share, ip }, body),
  }))
  mount(keepRoute, async ({ actor, share, ip, params, body, idempotencyKey }) => ({
    results: await keepDelivery(deps, { actor, share, ip }, params.id, body, idempotencyKey),
  }))

  app.get(claimPath, { schema: { hide: true }, compress: false } as const, async (request, reply) => {
    const address = Address.safeParse(request.query)
    if (!address.success) throw notFound()
    const claim = await readClaim(deps, address.data)
    const isAllowed = () => isStillGood(deps, address.data)
    deps.memory.openDownloads.keep(reply, { hangsOn: [claim.deliveryId], isAllowed })
    whenLastByteSent(request, reply, () => void finishClaim(deps, claim))
    return send(request, reply, await openClaim(deps, claim), { isRest: claim.spent === 'FINISHED' })
  })

  app.get(allSentPath, { schema: { hide: true }, compress: false } as const, async (request, reply) => {
    const address = SentAddress.safeParse(request.query)
    if (!address.success) throw new DomainError('UNAUTHENTICATED')
    const what = await readAllSent(deps, address.data)
    const isAllowed = () => isStillThere(deps, what)
    deps.memory.openDownloads.keep(reply, { hangsOn: [what.owner, address.data.of], isAllowed })
    return send(request, reply, await findDownload(deps, what.owner, what.ids))
  })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, mime, name, open }: Awaited<ReturnType<typeof findDownload>>,
  { isRest = false } = {},
) {
  return sendBytes(request, reply, {
    identity,
    cacheControl: 'private, no-cache',
    isRest,
    open: async () => ({ object: await open(), mime, disposition: contentDisposition('attachment', name) }),
  })
}
