import type { Database } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import type { DeliveryFacts } from '#server/modules/access/deliveries/policy'
import { isOver, nameOf } from '#server/modules/access/sql'
import {
  type FoundLink,
  type LinkColumns,
  linkColumns,
  linkOf,
  linkTypes,
  type Shown,
} from '#server/modules/access/store'

export type FoundDelivery = DeliveryFacts & { link: FoundLink | null }

type Row = {
  deliveryId: string
  ownerId: string
  epoch: number
  isUsedUp: boolean
} & LinkColumns<'l'>

const columns = needs('d', 'l')`
  d.id as "deliveryId", d.owner_id as "ownerId", d.access_epoch as epoch, coalesce(${isOver('d', 'l')}, false) as "isUsedUp",
  ${linkColumns('l')}`
/** A suspended delivery has no links. */
const isOpen = needs('d')`d.rests_since is null`
const isShown = needs('l')`(l.code = {code}::text or l.id = {link}::uuid)`

const given = row<Row>({
  ...{ deliveryId: 'uuid', ownerId: 'uuid', epoch: 'int4', isUsedUp: 'bool' },
  ...linkTypes,
})

const byId = statement('access-delivery', {
  takes: { id: 'uuid', code: 'text', link: 'uuid' },
  gives: given,
  text: `select ${columns} from deliveries d left join share_links l on l.delivery_id = d.id and ${isOpen} and ${isShown}
    where d.id = {id}::uuid`,
})
const byLink = statement('access-delivery-link', {
  takes: { code: 'text', link: 'uuid' },
  gives: given,
  text: `select ${columns} from share_links l join deliveries d on d.id = l.delivery_id and ${isOpen} where ${isShown}`,
})

/** The delivery, and the link that the caller shows. `id` null: found by the link alone. One statement. */
export async function findDeliveryFacts(
  db: Database,
  id: string | null,
  { code, link }: Shown,
): Promise<FoundDelivery | null> {
  const shown = { code, link }
  const found = await (id === null
    ? byLink.first(db.lookups, shown)
    : byId.first(db.lookups, { id, ...shown }))
  return found ? factsOf(found) : null
}

/** Of a locked delivery. */
export const findSenderName = statement('access-delivery-sender', {
  takes: { user: 'uuid' },
  gives: row<{ name: string | null }>({ name: 'text' }),
  text: `select ${nameOf('{user}::uuid')} as name`,
})

const allLinks = statement('access-delivery-links', {
  takes: { id: 'uuid' },
  gives: given,
  text: `select ${columns} from deliveries d left join share_links l on l.delivery_id = d.id and ${isOpen} where d.id = {id}::uuid`,
})

/** One row per link, for no particular caller. Empty if the delivery is gone. */
export async function findDeliveryWithLinks(db: Database, id: string): Promise<FoundDelivery[]> {
  return (await allLinks.rows(db.pool, { id })).map(factsOf)
}

function factsOf(found: Row): FoundDelivery {
  const { deliveryId, ownerId, epoch, isUsedUp } = found
  return { deliveryId, ownerId, epoch, isUsedUp, link: linkOf(found, 'l') }
}
