import { type Authenticate, readActor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import { sendZip } from '#server/http/send-zip'
import { SignedAddress } from '#server/http/signed-address'
import { exportAccount, isSessionLive, readExportLink } from '#server/modules/users/export/service'
import { DomainError } from '#server/platform/domain-error'

/** `GET /user/api/v1/export`, with a session token or an address from `requestExport`. */
export function mountExport({ app, deps, authenticate }: Mounting): void {
  app.get('/user/api/v1/export', { schema: { hide: true }, compress: false }, async (request, reply) => {
    const link = SignedAddress.safeParse(request.query)
    const byLink = link.success && request.headers.authorization === undefined
    const { userId, session } = byLink
      ? { userId: await readExportLink(deps, link.data), session: link.data.session }
      : await readUser(request.headers.authorization, authenticate)
    deps.memory.openDownloads.keep(reply, {
      hangsOn: [userId],
      isAllowed: () => isSessionLive(deps, session),
    })
    return sendZip(request, reply, await exportAccount(deps, userId))
  })
}

async function readUser(authorization: string | undefined, authenticate: Authenticate) {
  const actor = await readActor(authorization, authenticate)
  if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
  return { userId: actor.id, session: actor.sessionId }
}
