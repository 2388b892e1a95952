import type { Mounting } from '#server/http/mount'
import { takeEvent } from '#server/modules/subscriptions/billing/service'
import { DomainError } from '#server/platform/domain-error'

/** Far more than any event needs. */
const maxBytes = 4 * 1_048_576

/** The payment provider's webhook: its signature covers the raw bytes. */
export async function mountBilling({ app, deps }: Mounting): Promise<void> {
  if (!deps.payments) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: maxBytes, parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/subscription/api/v1/webhook', { schema: { hide: true } }, async ({ body, headers }) => {
      if (!Buffer.isBuffer(body)) throw new DomainError('BAD_REQUEST')
      const signature = headers['stripe-signature']
      await takeEvent(deps, body, typeof signature === 'string' ? signature : undefined)
      return { success: true }
    })
  })
}
