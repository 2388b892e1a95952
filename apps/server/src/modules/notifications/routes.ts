import * as contract from '@wingmark/contract/notifications'
import type { Mounting } from '#server/http/mount'
import { listNotifications } from '#server/modules/notifications/service'

export function mountNotifications({ mount, deps }: Mounting): void {
  mount(contract.listNotifications, ({ actor, query }) => listNotifications(deps, actor, query))
}
