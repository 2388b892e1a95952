import * as contract from '@wingmark/contract/activity'
import type { Deps } from '#server/deps'
import type { Mount } from '#server/http/mount'
import { listActivity } from '#server/modules/activity/service'

export function mountActivity(mount: Mount, deps: Deps): void {
  mount(contract.listActivity, ({ actor, share, params, query }) =>
    listActivity(deps, { actor, share }, params.id, query),
  )
}
