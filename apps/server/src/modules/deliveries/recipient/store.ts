import type { DeliveryState } from '@wingmark/contract/deliveries'
import { row, statement } from '#server/db/statement'
import { inDelivery, isUsedUp } from '#server/modules/access/sql'
import { hasBlocked } from '#server/modules/connections/sql'
import { firstName, withContents } from '#server/modules/deliveries/contents/store'
import { confirmedPeople, people } from '#server/modules/users/sql'

export type Sender = { _id: string; name: string; avatar: string | null }

export const findSender = statement('delivery-sender', {
  takes: { user: 'uuid' },
  gives: row<Sender>({ _id: 'uuid', name: 'text', avatar: 'text' }),
  text: `select id as "_id", name, avatar from ${people} u where u.id = {user}::uuid`,
})

/** Those of these transfers that are in the delivery, directly or through a folder. */
export const findInside = statement('delivery-inside', {
  takes: { delivery: 'uuid', ids: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select of_id as id from ${inDelivery('{delivery}::uuid', 't.id = any({ids}::uuid[])')} inside`,
})

export type ReceivedRow = {
  id: string
  code: string
  name: string
  message: string
  sender: Sender
  state: DeliveryState
  hasAccessKey: boolean
  expiresAt: Date | null
  fileCount: number
  size: number
  isDownloaded: boolean
  createdAt: Date
}

const received = `share_links l join ${confirmedPeople} me on me.email = l.email and me.id = {user}::uuid
  join deliveries d on d.id = l.delivery_id and d.is_complete and d.owner_id <> me.id and d.rests_since is null
  where l.access <> 'NONE' and not ${hasBlocked('me.id', 'd.owner_id')}`

/** Deliveries to a user's verified address, newest first. */
export const listReceived = statement('deliveries-received', {
  takes: { user: 'uuid', limit: 'int4', offset: 'int4' },
  gives: row<ReceivedRow>({
    id: 'uuid',
    code: 'text',
    name: 'text',
    message: 'text',
    sender: 'json',
    state: 'text',
    hasAccessKey: 'bool',
    expiresAt: 'timestamptz',
    fileCount: 'int4',
    size: 'int8',
    isDownloaded: 'bool',
    createdAt: 'timestamptz',
  }),
  text: `select d.id, d.code, coalesce(nullif(d.title, ''), c.first_name, 'Files') as name, d.message,
      json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar) as sender,
      case when d.ends_at <= now() then 'ENDED' when d.is_used_up then 'USED_UP' else 'OPEN' end as state,
      d.has_key as "hasAccessKey", d.ends_at as "expiresAt", c.file_count as "fileCount", c.size,
      d.times > 0 as "isDownloaded", d.created_at as "createdAt"
    from (
      select d.*, l.code, l.expires_at as ends_at, l.access_key_hash is not null as has_key, l.download_count as times,
        ${isUsedUp('d', 'l')} as is_used_up
      from ${received} order by l.id desc limit {limit}::int offset {offset}::int
    ) d join ${people} u on u.id = d.owner_id,
    lateral (${withContents('d')} select (count(*) filter (where type = 'FILE'))::int as file_count,
      coalesce(sum(size), 0)::bigint as size,
      ${firstName} as first_name from listed) c
    order by d.id desc`,
})

export const countReceived = statement('deliveries-received-count', {
  takes: { user: 'uuid' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from ${received}`,
})
