import * as contract from '@wingmark/contract/notifications'
import type { Mounting } from '#server/http/mount'
import { muteReview } from '#server/modules/notifications/muting/service'
import { listNotifications, readNotifications } from '#server/modules/notifications/service'

export function mountNotifications({ mount, deps }: Mounting): void {
  mount(contract.listNotifications, ({ actor, query }) => listNotifications(deps, actor, query))
  mount(contract.muteReview, ({ actor, share, params, body }) =>
    muteReview(deps, { actor, share }, params.id, body.muted),
  )
  mount(contract.readNotifications, ({ actor, body }) => readNotifications(deps, actor, body))
}
