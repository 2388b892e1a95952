import * as contract from '@wingmark/contract/activity'
import type { Mounting } from '#server/http/mount'
import { listActivity } from '#server/modules/activity/service'

export function mountActivity({ mount, deps }: Mounting): void {
  mount(contract.listActivity, ({ actor, share, params, query }) =>
    listActivity(deps, { actor, share }, params.id, query),
  )
}
