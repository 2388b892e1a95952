import { Readable } from 'node:stream'
import { Id } from '@wingmark/contract/ids'
import { getRoundSummary } from '@wingmark/contract/round-summary'
import { z } from 'zod'
import type { Mounting } from '#server/http/mount'
import { contentDisposition } from '#server/http/send-bytes'
import { SignedAddress } from '#server/http/signed-address'
import { summaryPdf } from '#server/modules/rounds/summary/paper/service'
import { getSummary, readForPdf } from '#server/modules/rounds/summary/service'
import { DomainError, notFound } from '#server/platform/domain-error'
import { zipName } from '#server/platform/zip/names'

const Params = z.object({ id: Id })

export function mountSummary({ app, mount, deps }: Mounting): void {
  mount(getRoundSummary, async ({ actor, share, params }) => ({
    result: await getSummary(deps, { actor, share }, params.id),
  }))

  const hidden = { schema: { hide: true }, compress: false } as const
  app.get('/round/api/v1/summary-pdf/:id', hidden, async (request, reply) => {
    const params = Params.safeParse(request.params)
    if (!params.success) throw notFound()
    const link = SignedAddress.safeParse(request.query)
    if (!link.success) throw new DomainError('UNAUTHENTICATED')
    const { summary, user } = await readForPdf(deps, params.data.id, link.data)
    const name = `${zipName(summary.review.name)}, round ${summary.number}.pdf`
    const bytes = request.method === 'HEAD' ? Readable.from([]) : await summaryPdf(deps, summary, user)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', contentDisposition('attachment', name))
      .header('cache-control', 'no-store')
      .send(bytes)
  })
}
