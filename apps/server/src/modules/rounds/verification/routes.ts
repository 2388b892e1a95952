import { sendRoundCode, verifyRoundCode } from '@wingmark/contract/round-verification'
import type { Mounting } from '#server/http/mount'
import { sendCode, verifyCode } from '#server/modules/rounds/verification/service'

export function mountVerification({ mount, deps }: Mounting): void {
  mount(sendRoundCode, async ({ actor, share, ip, params, body }) => ({
    result: await sendCode(deps, { actor, share, ip }, params.id, body.email),
  }))
  mount(verifyRoundCode, async ({ actor, share, ip, params, body }) => ({
    result: await verifyCode(deps, { actor, share, ip }, params.id, body.code),
  }))
}
