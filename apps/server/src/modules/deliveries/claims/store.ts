import { row, statement } from '#server/db/statement'
import { downloadsBy, isFreshClaim, nameOf } from '#server/modules/access/sql'
import { withContents } from '#server/modules/deliveries/contents/store'

export type Claim = {
  id: string
  ownerId: string
  deliveryId: string
  linkId: string
  userId: string | null
  guestId: string | null
  items: readonly string[]
  what: string
  startedAt: Date
  /** For limits. FINISHED: all but what is still being sent. OVER: returned, or too old. */
  spent: 'NO' | 'FINISHED' | 'OVER'
  /** Everything claimed still exists; a deletion ends it at once. */
  isThere: boolean
  linkEpoch: number
  epoch: number
}

const isFresh = isFreshClaim('x')
const visitOf = (x: string) => `coalesce(${x}.visit_id, ${x}.id)`

const isThere = `cardinality(x.items) = (select count(*) from transfers t
        where t.id = any(x.items) and t.owner_id = x.owner_id and t.deleted_at is null)`

/** Requires an open link, even if expired. */
export const findClaim = statement('download-claim', {
  takes: { id: 'uuid' },
  gives: row<Claim>({
    id: 'uuid',
    ownerId: 'uuid',
    deliveryId: 'uuid',
    linkId: 'uuid',
    userId: 'uuid',
    guestId: 'uuid',
    items: 'uuid[]',
    what: 'text',
    startedAt: 'timestamptz',
    spent: 'text',
    isThere: 'bool',
    linkEpoch: 'int4',
    epoch: 'int4',
  }),
  text: `select x.id, x.owner_id as "ownerId", x.delivery_id as "deliveryId", x.link_id as "linkId", x.user_id as "userId", x.guest_id as "guestId",
      x.items, x.what, x.started_at as "startedAt",
      case when d.max_downloads is null then 'NO'
        when not ${isFresh} then 'OVER'
        when x.finished_at is not null then 'FINISHED' else 'NO' end as spent,
      ${isThere} as "isThere", l.epoch as "linkEpoch", d.access_epoch as epoch
    from downloads x join share_links l on l.id = x.link_id and l.access <> 'NONE' join deliveries d on d.id = x.delivery_id and d.rests_since is null
    where x.id = {id}::uuid`,
})

/** A delivery by this sender. */
export const findSent = statement('download-sent', {
  takes: { id: 'uuid', owner: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from deliveries where id = {id}::uuid and owner_id = {owner}::uuid and rests_since is null',
})

/** The visit these items belong to. Without a claim, an anonymous visitor taking the same again is a new one. */
export const findVisit = statement('download-visit', {
  takes: { link: 'uuid', user: 'uuid', guest: 'uuid', marks: 'text[]', claim: 'uuid', items: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select x.id from downloads x join share_links l on l.id = x.link_id
    where x.link_id = {link}::uuid and ${visitOf('x')} = x.id and ${isFresh}
      and (l.email is not null
        or x.id = (select ${visitOf('c')} from downloads c where c.id = {claim}::uuid and c.link_id = x.link_id)
        or x.user_id = {user}::uuid or x.guest_id = {guest}::uuid
        or x.visitor = any({marks}::text[]) and not exists (
        select 1 from downloads o where o.link_id = x.link_id and ${visitOf('o')} = x.id
          and o.items @> {items}::uuid[] and o.items <@ {items}::uuid[]))
    order by x.started_at desc, x.id desc limit 1`,
})

/** For the link's limit: visits that finished something, and ones that still may. */
export const countVisits = statement('download-visits', {
  takes: { delivery: 'uuid', link: 'uuid' },
  gives: row<{ finished: number; pending: number }>({ finished: 'int4', pending: 'int4' }),
  text: `select ${downloadsBy('d', 'l')} as finished, (select count(distinct ${visitOf('x')})::int
      from downloads x join share_links way on way.id = x.link_id
      where x.delivery_id = d.id and ${isFresh} and (way.id = l.id or way.email is null and l.email is null)
        and not exists (select 1 from downloads o
          where o.link_id = x.link_id and ${visitOf('o')} = ${visitOf('x')} and o.finished_at is not null)) as pending
    from share_links l join deliveries d on d.id = l.delivery_id
    where l.id = {link}::uuid and d.id = {delivery}::uuid`,
})

/** What this link has downloaded besides this claim. */
export const findHad = statement('download-had', {
  takes: { link: 'uuid', claim: 'uuid' },
  gives: row<{ items: readonly string[] }>({ items: 'uuid[]' }),
  text: `select coalesce(array_agg(distinct item), '{}') as items
    from (select distinct items from downloads
      where link_id = {link}::uuid and finished_at is not null and id <> {claim}::uuid) had, unnest(had.items) item`,
})

export const findName = statement('download-name', {
  takes: { id: 'uuid' },
  gives: row<{ name: string | null }>({ name: 'text' }),
  text: `select ${nameOf('{id}::uuid')} as name`,
})

/** An earlier unfinished claim of the same items by the same link. */
export const findSame = statement('download-same', {
  takes: { id: 'uuid', link: 'uuid', items: 'uuid[]' },
  gives: row<{ startedAt: Date }>({ startedAt: 'timestamptz' }),
  text: `select x.started_at as "startedAt" from downloads x
    where x.id = {id}::uuid and x.link_id = {link}::uuid and x.items = {items}::uuid[] and x.finished_at is null and ${isFresh}`,
})

export type BegunClaim = { items: readonly string[]; bytes: number; isOver: boolean; isFinished: boolean }

/** The link's claims; `isOver`: finished, returned, or of deleted items. */
export const findBegun = statement('download-begun', {
  takes: { id: 'uuid', link: 'uuid' },
  gives: row<BegunClaim>({ items: 'uuid[]', bytes: 'int8', isOver: 'bool', isFinished: 'bool' }),
  text: `select x.items, x.bytes, x.finished_at is not null or not ${isFresh} or not ${isThere} as "isOver",
      x.finished_at is not null as "isFinished" from downloads x
    where x.id = {id}::uuid and x.link_id = {link}::uuid`,
})

export const findTitle = statement('download-title', {
  takes: { id: 'uuid' },
  gives: row<{ title: string }>({ title: 'text' }),
  text: 'select title from deliveries where id = {id}::uuid',
})

export const insertClaim = statement('download-claim-insert', {
  takes: {
    id: 'uuid',
    owner: 'uuid',
    delivery: 'uuid',
    link: 'uuid',
    user: 'uuid',
    guest: 'uuid',
    visit: 'uuid',
    visitor: 'text',
    items: 'uuid[]',
    what: 'text',
    bytes: 'int8',
  },
  gives: row<{ startedAt: Date }>({ startedAt: 'timestamptz' }),
  text: `insert into downloads (id, owner_id, delivery_id, link_id, user_id, guest_id, visit_id, visitor, items, what, bytes)
    values ({id}::uuid, {owner}::uuid, {delivery}::uuid, {link}::uuid, {user}::uuid, {guest}::uuid, {visit}::uuid, {visitor}::text, {items}::uuid[], {what}::text, {bytes}::bigint)
    returning started_at as "startedAt"`,
})

/** Counts the visit once. `isFirst`: nobody had finished a download by this link. */
export const finishClaim = statement('download-finish', {
  takes: { id: 'uuid' },
  gives: row<{ deliveryId: string; isFirst: boolean }>({ deliveryId: 'uuid', isFirst: 'bool' }),
  text: `with done as (
      update downloads set finished_at = now() where id = {id}::uuid and finished_at is null returning id, visit_id, delivery_id, link_id
    ), news as (
      select done.*, (not exists (select 1 from downloads o where o.link_id = done.link_id
        and ${visitOf('o')} = ${visitOf('done')} and o.finished_at is not null))::int as count from done
    ), counted as (
      update deliveries d set download_count = d.download_count + news.count from news where d.id = news.delivery_id returning d.id
    ), of_link as (
      update share_links l set download_count = l.download_count + news.count from news where l.id = news.link_id
      returning l.download_count = 1 and news.count = 1 as is_first
    )
    select counted.id as "deliveryId", coalesce((select is_first from of_link), false) as "isFirst" from counted`,
})

/** Counts the files in these items and in the whole delivery; `only`: the name if it is one file. */
export const countFetched = statement('download-fetched', {
  takes: { delivery: 'uuid', items: 'uuid[]' },
  gives: row<{ only: string | null; fetched: number; total: number }>({
    only: 'text',
    fetched: 'int4',
    total: 'int4',
  }),
  text: `with recursive chosen as (
      select t.id, t.type, t.name, t.owner_id from transfers t join deliveries d on d.id = {delivery}::uuid
      where t.id = any({items}::uuid[]) and t.owner_id = d.owner_id and t.deleted_at is null
    ), below as (
      select id, type, owner_id from chosen
      union
      select t.id, t.type, t.owner_id from below join transfers t on t.parent_id = below.id
      where below.type = 'FOLDER' and t.owner_id = below.owner_id and t.deleted_at is null
    )
    select (select min(name) from chosen having count(*) = 1 and min(type) = 'FILE') as only,
      (select count(*)::int from below where type = 'FILE') as fetched, c.total
    from deliveries d, lateral (${withContents('d')} select count(*)::int as total from listed where type = 'FILE') c
    where d.id = {delivery}::uuid`,
})

/** Never finished, long after they could be. */
export const sweepClaims = statement('download-sweep', {
  takes: {},
  text: `delete from downloads where finished_at is null and started_at < now() - interval '7 days'`,
})
