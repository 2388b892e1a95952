import * as contract from '@wingmark/contract/users'
import type { Deps } from '#server/deps'
import type { Mount } from '#server/http/mount'
import * as service from '#server/modules/users/service'

export function mountUsers(mount: Mount, deps: Deps): void {
  mount(contract.register, async ({ ip, body }) => ({ result: await service.registerUser(deps, ip, body) }))
  mount(contract.login, async ({ ip, body }) => ({ result: await service.signIn(deps, ip, body) }))
  mount(contract.logout, async ({ actor, body }) => ({
    result: { ended: await service.signOut(deps, actor, body.everywhere ?? false) },
  }))
  mount(contract.getProfile, async ({ actor }) => ({ result: await service.getProfile(deps, actor) }))
  mount(contract.getUsage, async ({ actor }) => ({ result: await service.getUsage(deps, actor) }))
  mount(contract.createGuest, async ({ ip, body }) => ({ result: await service.becomeGuest(deps, ip, body) }))
}
