import * as contract from '@wingmark/contract/change-email'
import type { Mounting } from '#server/http/mount'
import { changeEmail, getFormerEmail, takeBackEmail } from '#server/modules/users/change-email/service'

export function mountChangeEmail({ mount, deps }: Mounting): void {
  mount(contract.changeEmail, async ({ actor, ip, body }) => ({
    result: await changeEmail(deps, { actor, ip }, body),
  }))
  mount(contract.getFormerEmail, async ({ ip, body }) => ({
    result: await getFormerEmail(deps, ip, body.token),
  }))
  mount(contract.takeBackEmail, async ({ ip, body }) => ({
    result: await takeBackEmail(deps, ip, body.token),
  }))
}
