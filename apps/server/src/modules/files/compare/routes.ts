import * as contract from '@wingmark/contract/compare'
import type { Mounting } from '#server/http/mount'
import { compareVersions } from '#server/modules/files/compare/service'

export function mountComparison({ mount, deps }: Mounting): void {
  mount(contract.compareVersions, async ({ actor, share, ip, params, query }) => ({
    result: await compareVersions(deps, { actor, share, ip }, params.id, query),
  }))
}
