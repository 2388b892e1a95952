import * as contract from '@wingmark/contract/confirm-email'
import type { Mounting } from '#server/http/mount'
import { confirmEmail, sendConfirmation } from '#server/modules/users/confirm-email/service'

export function mountConfirming({ mount, deps }: Mounting): void {
  mount(contract.confirmEmail, async ({ actor, body }) => ({
    result: await confirmEmail(deps, actor, body.code),
  }))
  mount(contract.sendConfirmation, async ({ actor, ip }) => ({
    result: await sendConfirmation(deps, { actor, ip }),
  }))
}
