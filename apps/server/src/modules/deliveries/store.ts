import type { Delivery, DeliverySort, DeliveryState } from '@wingmark/contract/deliveries'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { deliveries } from '#server/db/tables/deliveries'
import { isUsedUp, itemsAround } from '#server/modules/access/sql'
import { chosenCount, coverOf, firstName, withContents } from '#server/modules/deliveries/contents/store'

export type DeliveryRow = {
  id: string
  ownerId: string
  title: string
  message: string
  state: DeliveryState
  shareCode: string
  isLinkOpen: boolean
  expiresAt: Date | null
  hasAccessKey: boolean
  maxDownloads: number | null
  allowPreview: boolean
  tellOnDownload: boolean
  remind: boolean
  deleteAfter: boolean
  isComplete: boolean
  expectedCount: number | null
  arrivedCount: number
  fileCount: number
  size: number
  itemCount: number
  firstName: string | null
  coverKey: string | null
  recipients: string[]
  recipientCount: number
  unreachedCount: number
  linkCount: number
  downloadCount: number
  openedCount: number
  lastDownloadedAt: Date | null
  downloadedBy: Delivery['downloadedBy']
  eventSeq: number
  createdAt: Date
}

const types = row<DeliveryRow>({
  id: 'uuid',
  ownerId: 'uuid',
  title: 'text',
  message: 'text',
  state: 'text',
  shareCode: 'text',
  isLinkOpen: 'bool',
  expiresAt: 'timestamptz',
  hasAccessKey: 'bool',
  maxDownloads: 'int4',
  allowPreview: 'bool',
  tellOnDownload: 'bool',
  remind: 'bool',
  deleteAfter: 'bool',
  isComplete: 'bool',
  expectedCount: 'int4',
  arrivedCount: 'int4',
  fileCount: 'int4',
  size: 'int8',
  itemCount: 'int4',
  firstName: 'text',
  coverKey: 'text',
  recipients: 'json',
  recipientCount: 'int4',
  unreachedCount: 'int4',
  linkCount: 'int4',
  downloadCount: 'int4',
  openedCount: 'int4',
  lastDownloadedAt: 'timestamptz',
  downloadedBy: 'json',
  eventSeq: 'int8',
  createdAt: 'timestamptz',
})

const shownRecipients = 12
const shownLinks = 12

const isLive = `l.access <> 'NONE' and (l.expires_at is null or l.expires_at > now())`

/** A summary of all links of the delivery `d`. */
const ways = `select count(*)::int as link_count, count(l.email)::int as recipient_count, count(l.mail_failure)::int as unreached_count,
    count(*) filter (where l.access <> 'NONE') as open_count,
    count(*) filter (where ${isLive}) as live_count,
    count(*) filter (where ${isLive} and not ${isUsedUp('d', 'l')}) as usable_count,
    case when bool_or(l.expires_at is null) filter (where l.access <> 'NONE') then null
      else max(l.expires_at) filter (where l.access <> 'NONE') end as ends_at,
    max(l.code) filter (where l.is_default) as share_code,
    bool_or(l.access <> 'NONE') filter (where l.is_default) as is_link_open,
    bool_or(l.access_key_hash is not null) filter (where l.is_default) as has_key,
    array_agg(l.email order by l.id) filter (where l.email is not null) as emails
  from share_links l where l.delivery_id = d.id`

const stateOf = `case when w.open_count = 0 then 'CLOSED' when w.live_count = 0 then 'ENDED'
  when w.usable_count = 0 then 'USED_UP' when not d.is_complete then 'WAITING' else 'OPEN' end`

/** For the delivery `d` of the page. */
const contents = `${withContents('d')} select
    (count(*) filter (where type = 'FILE'))::int as file_count, coalesce(sum(size), 0)::bigint as size,
    ${chosenCount} as item_count, ${firstName} as first_name,
    ${coverOf} as cover_key
  from listed`

/** Links of the delivery `d` with downloads. */
const downloadedBy = `(select coalesce(json_agg(json_build_object('_id', l.id, 'name', l.name, 'email', l.email,
    'downloadCount', l.download_count, 'lastDownloadedAt', l.last) order by l.last desc nulls last, l.id), '[]')
  from (select l.id, l.name, l.email, l.download_count,
      (select max(x.finished_at) from downloads x where x.link_id = l.id) as last
    from share_links l where l.delivery_id = d.id and l.download_count > 0
    order by last desc nulls last, l.id limit ${shownLinks}) l)`

const columns = `d.id, d.owner_id as "ownerId", d.title, d.message, d.state, d.share_code as "shareCode",
  d.is_link_open as "isLinkOpen", d.ends_at as "expiresAt", d.has_key as "hasAccessKey", d.max_downloads as "maxDownloads",
  d.allow_preview as "allowPreview", d.tell_on_download as "tellOnDownload", d.remind,
  d.delete_after as "deleteAfter", d.is_complete as "isComplete", d.expected_count as "expectedCount",
  greatest(c.file_count, coalesce(d.arrived_count, 0)) as "arrivedCount",
  c.file_count as "fileCount", c.size, c.item_count as "itemCount", c.first_name as "firstName", c.cover_key as "coverKey",
  to_json(coalesce(d.emails[1:${shownRecipients}], '{}')) as recipients, d.recipient_count as "recipientCount", d.unreached_count as "unreachedCount",
  d.link_count as "linkCount", d.download_count as "downloadCount",
  (select count(*)::int from activity a where a.delivery_id = d.id and a.action = 'OPENED') as "openedCount",
  (select max(x.finished_at) from downloads x where x.delivery_id = d.id) as "lastDownloadedAt",
  ${downloadedBy} as "downloadedBy", d.event_seq as "eventSeq", d.created_at as "createdAt"`

const withState = `select d.*, w.*, ${stateOf} as state from deliveries d, lateral (${ways}) w`

export const findDeliveries = statement('deliveries-by-id', {
  takes: { ids: 'uuid[]' },
  gives: types,
  text: `select ${columns} from (${withState} where d.id = any({ids}::uuid[])) d, lateral (${contents}) c`,
})

const orders: Record<DeliverySort, string> = {
  '-createdAt': 'd.id desc',
  createdAt: 'd.id',
  title: 'lower(d.title), d.id',
  '-title': 'lower(d.title) desc, d.id desc',
  expiresAt: 'd.ends_at nulls last, d.id',
  '-downloads': 'd.download_count desc, d.id desc',
}

const takes = { owner: 'uuid', state: 'text', item: 'uuid' } as const
const isListed = `d.owner_id = {owner}::uuid and ({item}::uuid is null
  or d.id in (select i.delivery_id from delivery_items i where i.transfer_id in ${itemsAround('{item}::uuid')}))`
const inState = '({state}::text is null or d.state = {state}::text)'

const listing = (sort: DeliverySort) =>
  statement(`deliveries-page-${sort}`, {
    takes: { ...takes, limit: 'int4', offset: 'int4' },
    gives: types,
    text: `select ${columns} from (
        select * from (${withState} where ${isListed}) d where ${inState}
        order by ${orders[sort]} limit {limit}::int offset {offset}::int
      ) d, lateral (${contents}) c order by ${orders[sort]}`,
  })

const pages: Record<DeliverySort, ReturnType<typeof listing>> = {
  '-createdAt': listing('-createdAt'),
  createdAt: listing('createdAt'),
  title: listing('title'),
  '-title': listing('-title'),
  expiresAt: listing('expiresAt'),
  '-downloads': listing('-downloads'),
}
const counting = statement('deliveries-count', {
  takes,
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from (${withState} where ${isListed}) d where ${inState}`,
})

type Wanted = { owner: string; state: string | null; item: string | null }

export async function listPage(
  db: Database,
  sort: DeliverySort,
  { limit, offset, ...wanted }: Wanted & { limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    pages[sort].rows(db.pool, { ...wanted, limit, offset }),
    counting.first(db.pool, wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function insertDelivery(
  tx: Transaction,
  delivery: typeof deliveries.$inferInsert,
): Promise<void> {
  await tx.insert(deliveries).values(delivery)
}

export type LockedDelivery = {
  id: string
  ownerId: string
  title: string
  maxDownloads: number | null
  allowPreview: boolean
  isComplete: boolean
  downloadCount: number
  tellOnDownload: boolean
}

const lockedTypes = row<LockedDelivery>({
  id: 'uuid',
  ownerId: 'uuid',
  title: 'text',
  maxDownloads: 'int4',
  allowPreview: 'bool',
  isComplete: 'bool',
  downloadCount: 'int4',
  tellOnDownload: 'bool',
})

/** Claims, changes and emails of a delivery take turns. */
export const lockDelivery = statement('delivery-lock', {
  takes: { id: 'uuid' },
  gives: lockedTypes,
  text: `select id, owner_id as "ownerId", title, max_downloads as "maxDownloads", allow_preview as "allowPreview",
      is_complete as "isComplete", download_count as "downloadCount", tell_on_download as "tellOnDownload"
    from deliveries where id = {id}::uuid for no key update`,
})

/** Null leaves a value unchanged; `limit` 0 removes the limit. */
export const updateDelivery = statement('delivery-update', {
  takes: {
    id: 'uuid',
    title: 'text',
    message: 'text',
    limit: 'int4',
    preview: 'bool',
    tell: 'bool',
    remind: 'bool',
    deleteAfter: 'bool',
    complete: 'bool',
    arrived: 'int4',
    endsOld: 'bool',
    moves: 'bool',
  },
  text: `update deliveries set title = coalesce({title}::text, title), message = coalesce({message}::text, message),
      max_downloads = case when {limit}::int is null then max_downloads else nullif({limit}::int, 0) end,
      allow_preview = coalesce({preview}::bool, allow_preview), tell_on_download = coalesce({tell}::bool, tell_on_download),
      remind = coalesce({remind}::bool, remind), delete_after = coalesce({deleteAfter}::bool, delete_after),
      is_complete = is_complete or {complete}::bool,
      expected_count = case when {complete}::bool then null else expected_count end,
      arrived_count = case when {complete}::bool or is_complete then null
        when {arrived}::int is null then arrived_count else least(expected_count, {arrived}::int) end,
      access_epoch = access_epoch + {endsOld}::bool::int,
      reminded_at = case when {moves}::bool then null else reminded_at end,
      warned_at = case when {moves}::bool then null else warned_at end,
      emptied_at = case when {moves}::bool then null else emptied_at end
    where id = {id}::uuid`,
})

export const removeDelivery = statement('delivery-delete', {
  takes: { id: 'uuid' },
  text: 'delete from deliveries where id = {id}::uuid',
})

/** For the account's export: deliveries, recipients and numbers of downloads. */
export const exportDeliveries = exportedItems(
  'deliveries',
  `select d.id, json_build_object('_id', d.id, 'title', d.title, 'message', d.message, 'createdAt', d.created_at,
        'maxDownloads', d.max_downloads, 'downloadCount', d.download_count,
        'items', (select coalesce(json_agg(t.name order by i.position), '[]') from delivery_items i
          join transfers t on t.id = i.transfer_id where i.delivery_id = d.id),
        'links', (select coalesce(json_agg(json_build_object('name', l.name, 'email', l.email, 'access', l.access,
          'expiresAt', l.expires_at, 'downloadCount', l.download_count) order by l.id), '[]')
          from share_links l where l.delivery_id = d.id),
        'downloads', (select coalesce(json_agg(json_build_object('what', x.what, 'bytes', x.bytes, 'startedAt', x.started_at,
          'finishedAt', x.finished_at) order by x.id), '[]') from (select * from downloads x where x.delivery_id = d.id
            order by x.id desc limit 1000) x)
      ) as item
     from deliveries d where d.owner_id = {owner}::uuid and d.id > {after}::uuid order by d.id`,
)
