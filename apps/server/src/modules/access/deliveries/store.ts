import type { Database } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import type { DeliveryFacts } from '#server/modules/access/deliveries/policy'
import { isUsedUp } from '#server/modules/access/sql'
import {
  type FoundLink,
  type LinkColumns,
  linkColumns,
  linkOf,
  type Shown,
} from '#server/modules/access/store'

export type FoundDelivery = DeliveryFacts & { link: FoundLink | null }

type Row = {
  deliveryId: string
  ownerId: string
  epoch: number
  isUsedUp: boolean
} & LinkColumns<'l'>

const columns = `d.id as "deliveryId", d.owner_id as "ownerId", d.access_epoch as epoch, ${isUsedUp('d')} as "isUsedUp",
  ${linkColumns('l')}`
const isShown = '(l.code = {code}::text or l.id = {link}::uuid)'

const byId = namedQuery<{ id: string } & Shown>(
  'access-delivery',
  `select ${columns} from deliveries d left join share_links l on l.delivery_id = d.id and ${isShown}
   where d.id = {id}::uuid`,
)
const byLink = namedQuery<Shown>(
  'access-delivery-link',
  `select ${columns} from share_links l join deliveries d on d.id = l.delivery_id where ${isShown}`,
)

/** One statement: the delivery, and the link that the caller shows. `id` null: by that alone. */
export async function findDeliveryFacts(
  db: Database,
  id: string | null,
  { code, link }: Shown,
): Promise<FoundDelivery | null> {
  const shown = { code, link }
  const { rows } = await db.lookups.query<Row>(id === null ? byLink(shown) : byId({ id, ...shown }))
  const row = rows[0]
  return row ? factsOf(row) : null
}

const allLinks = namedQuery<{ id: string }>(
  'access-delivery-links',
  `select ${columns} from deliveries d left join share_links l on l.delivery_id = d.id where d.id = {id}::uuid`,
)

/** The delivery once for each of its links, for no caller in particular. Empty: it is gone. */
export async function findDeliveryWithLinks(db: Database, id: string): Promise<FoundDelivery[]> {
  const { rows } = await db.pool.query<Row>(allLinks({ id }))
  return rows.map(factsOf)
}

function factsOf(row: Row): FoundDelivery {
  const { deliveryId, ownerId, epoch, isUsedUp: isOver } = row
  return { deliveryId, ownerId, epoch, isUsedUp: isOver, link: linkOf(row, 'l') }
}
