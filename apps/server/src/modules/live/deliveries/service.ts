import type { DeliveryEventData } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import { type DeliveryAccess, isSender } from '#server/modules/access/deliveries/policy'
import { recheckDelivery, requireDelivery } from '#server/modules/access/deliveries/service'
import type { Caller } from '#server/modules/access/service'
import { readProgress } from '#server/modules/deliveries/recipient/service'
import type { StoredEvent } from '#server/modules/events/service'
import { type LoadedEvent, nothingLeft } from '#server/modules/live/stream/present'
import type { StreamKind } from '#server/modules/live/stream/service'

type Standing = { role: 'OWNER' | 'VIEWER'; epoch: number; endsAt: Date | null }
type Loaded = LoadedEvent<Caller & { access: Standing }>

const standingOf = (access: DeliveryAccess): Standing => ({
  role: isSender(access) ? 'OWNER' : 'VIEWER',
  epoch: access.epoch,
  endsAt: access.endsAt,
})

/** Throws like `requireDelivery`. */
export async function requireStanding(deps: Deps, caller: Caller, id: string): Promise<Standing> {
  return standingOf(await requireDelivery(deps, caller, id))
}

/** Recipients do not learn of each other. */
export const deliveryStreams: StreamKind<Caller, Standing> = {
  kind: 'DELIVERY',
  hidesPresence: true,
  recheckedAfter: 'delivery.updated',
  recheck: async (deps, callers, id) =>
    (await recheckDelivery(deps, callers, id)).map((access) => access && standingOf(access)),
  rightsOf: () => '',
  grantOf: () => '',
  load,
}

/** One query, however many events. */
async function load(deps: Deps, id: string, events: readonly StoredEvent[]): Promise<Loaded[]> {
  const progress: DeliveryEventData | null = events.length === 0 ? null : await readProgress(deps, id)
  return events.map(({ seq, event }): Loaded => {
    const none = nothingLeft(seq)
    if (event !== 'delivery.updated' || !progress) return none
    return { ...none, event, present: () => JSON.stringify(progress) }
  })
}
