import { z } from 'zod'
import { type Authenticate, readActor } from '#server/http/actor'
import type { Mounting } from '#server/http/mount'
import { contentDisposition } from '#server/http/send-bytes'
import { exportAccount, readExportLink } from '#server/modules/users/export/service'
import { DomainError } from '#server/platform/domain-error'

const Link = z.object({ session: z.string(), exp: z.string(), sig: z.string().max(100) })

/** `GET /user/api/v1/export`: by the session's token, or by an address that `requestExport` gave. */
export function mountExport({ app, deps, authenticate }: Mounting): void {
  app.get('/user/api/v1/export', { schema: { hide: true }, compress: false }, async (request, reply) => {
    const link = Link.safeParse(request.query)
    const byLink = link.success && request.headers.authorization === undefined
    const userId = byLink
      ? await readExportLink(deps, link.data)
      : await readUser(request.headers.authorization, authenticate)
    const { name, stream } = await exportAccount(deps, userId)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', contentDisposition('attachment', name))
      .header('cache-control', 'no-store')
      .send(stream)
  })
}

async function readUser(authorization: string | undefined, authenticate: Authenticate): Promise<string> {
  const actor = await readActor(authorization, authenticate)
  if (actor.kind !== 'user') throw new DomainError('UNAUTHENTICATED')
  return actor.id
}
