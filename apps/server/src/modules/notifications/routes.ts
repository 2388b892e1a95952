import * as contract from '@wingmark/contract/notifications'
import type { Deps } from '#server/deps'
import type { Mount } from '#server/http/mount'
import { listNotifications } from '#server/modules/notifications/service'

export function mountNotifications(mount: Mount, deps: Deps): void {
  mount(contract.listNotifications, ({ actor, query }) => listNotifications(deps, actor, query))
}
