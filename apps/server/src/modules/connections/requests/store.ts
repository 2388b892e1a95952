import { exportedItems } from '#server/db/by-pages'
import type { Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import type { Kept } from '#server/modules/connections/policy'
import {
  type CardRow,
  cardColumns,
  cardTypes,
  hasBlocked,
  hasLapsed,
  isBlockedBetween,
  isHidden,
  isPair,
  isRestricted,
} from '#server/modules/connections/sql'
import { insertNotifications } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

export type ConnectionRow = Kept &
  CardRow & { id: string; addresseeId: string; note: string | null; answeredAt: Date | null }

const types = {
  id: 'uuid',
  requesterId: 'uuid',
  addresseeId: 'uuid',
  status: 'text',
  note: 'text',
  createdAt: 'timestamptz',
  answeredAt: 'timestamptz',
  ...cardTypes,
} as const
const given = row<ConnectionRow>(types)

const columns = `c.id, c.requester_id as "requesterId", c.addressee_id as "addresseeId", c.status, c.note,
  c.created_at as "createdAt", c.answered_at as "answeredAt", ${cardColumns}`
const joins = `join ${people} u on u.id = case when c.requester_id = {me} then c.addressee_id else c.requester_id end
  left join connection_profiles p on p.user_id = u.id`

const lockPairStatement = statement('lock-pair', {
  takes: { one: 'uuid', other: 'uuid' },
  text: `select pg_advisory_xact_lock(hashtext('pair'),
    hashtext(least({one}::uuid, {other}::uuid)::text || greatest({one}::uuid, {other}::uuid)::text))`,
})
const lockAskerStatement = statement('lock-asker', {
  takes: { me: 'uuid' },
  text: `select pg_advisory_xact_lock(hashtext('asker'), hashtext({me}::uuid::text))`,
})

/** Serialises all changes between two people. */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await lockPairStatement.rows(tx, { one, other })
}

export async function lockAsker(tx: Transaction, me: string): Promise<void> {
  await lockAskerStatement.rows(tx, { me })
}

const ofPair = statement('connection-of-pair', {
  takes: { me: 'uuid', other: 'uuid' },
  gives: given,
  text: `select ${columns} from connections c ${joins} where ${isPair('c', '{me}::uuid', '{other}::uuid')}`,
})
const byId = statement('connection-by-id', {
  takes: { me: 'uuid', id: 'uuid' },
  gives: given,
  text: `select ${columns} from connections c ${joins} where c.id = {id} and {me} in (c.requester_id, c.addressee_id)
    and not ${isHidden('u.id')} and not ${isBlockedBetween('{me}::uuid', 'u.id')}`,
})

const ofPairs = statement('connections-of-pairs', {
  takes: { users: 'uuid[]', others: 'uuid[]' },
  gives: row<ConnectionRow & { reader: string }>({ ...types, reader: 'uuid' }),
  text: `select ${columns}, notified.reader from unnest({users}::uuid[], {others}::uuid[]) as notified(reader, other)
    join connections c on ${isPair('c', 'notified.reader', 'notified.other')}
    join ${people} u on u.id = notified.other and not ${isHidden('u.id')} left join connection_profiles p on p.user_id = u.id`,
})

/** The connection of each pair, as the first person sees it. */
export const listPairs = (db: Queryable, notified: readonly { user: string; target: string }[]) =>
  ofPairs.rows(db, { users: notified.map(({ user }) => user), others: notified.map(({ target }) => target) })

export const findOfPair = (db: Queryable, me: string, other: string) => ofPair.first(db, { me, other })
export const findConnection = (db: Queryable, me: string, id: string) => byId.first(db, { me, id })

export type Standing = {
  hasProfile: boolean
  isConfirmed: boolean
  isRestricted: boolean
  plan: 'FREE' | 'PILOT' | 'COMMANDER'
}

const standing = statement('standing', {
  takes: { me: 'uuid' },
  gives: row<Standing>({ hasProfile: 'bool', isConfirmed: 'bool', isRestricted: 'bool', plan: 'text' }),
  text: `select exists (select 1 from connection_profiles p where p.user_id = u.id) as "hasProfile",
      u.email_confirmed_at is not null as "isConfirmed", ${isRestricted('u.id')} as "isRestricted", u.plan
    from users u where u.id = {me}`,
})
export const findStanding = (db: Queryable, me: string) => standing.first(db, { me })

const reachable = statement('reachable', {
  takes: { me: 'uuid', other: 'uuid' },
  text: `select 1 from connection_profiles p where p.user_id = {other}
    and not ${isHidden('p.user_id')} and not ${isBlockedBetween('{me}', 'p.user_id')}`,
})
/** Has a profile, and neither is blocked or restricted for the other. */
export const isReachable = async (db: Queryable, me: string, other: string) =>
  (await reachable.count(db, { me, other })) > 0

type Sent = { asked: number; today: number; oldest: Date | null }
const sent = statement('requests-sent', {
  takes: { me: 'uuid' },
  gives: row<Sent>({ asked: 'int4', today: 'int4', oldest: 'timestamptz' }),
  text: `select count(*) filter (where c.status = 'ACCEPTED'
        or (c.status in ('PENDING', 'DECLINED') and not ${hasLapsed('c')}))::int as asked,
      count(*) filter (where c.created_at > now() - interval '1 day')::int as today,
      min(c.created_at) filter (where c.created_at > now() - interval '1 day') as oldest
    from connections c where c.requester_id = {me}`,
})
export const countSent = async (db: Queryable, me: string): Promise<Sent> =>
  (await sent.first(db, { me })) ?? { asked: 0, today: 0, oldest: null }

const put = statement('put-connection', {
  takes: { id: 'uuid', me: 'uuid', other: 'uuid', note: 'text' },
  text: `insert into connections (id, requester_id, addressee_id, note, status) values ({id}, {me}, {other}, {note}, 'PENDING')`,
})
const clear = statement('clear-pair', {
  takes: { me: 'uuid', other: 'uuid' },
  text: `delete from connections c where ${isPair('c', '{me}::uuid', '{other}::uuid')}`,
})
/** Replaces an earlier connection of the pair. */
export async function putRequest(
  tx: Transaction,
  request: { id: string; me: string; other: string; note: string | null },
): Promise<void> {
  await clear.count(tx, { me: request.me, other: request.other })
  await put.count(tx, request)
}

const change = statement('change-connection', {
  takes: { id: 'uuid', from: 'text[]', status: 'text', answered: 'bool' },
  text: `update connections set status = {status}, answered_at = case when {answered}::bool then now() else answered_at end
    where id = {id} and status = any({from})`,
})
/** False if it changed meanwhile. */
export const changeStatus = async (
  tx: Transaction,
  id: string,
  given: { from: Kept['status'][]; to: Kept['status'] },
): Promise<boolean> => {
  const answered = given.to === 'ACCEPTED' || given.to === 'DECLINED'
  return (await change.count(tx, { id, from: given.from, status: given.to, answered })) > 0
}

const notify = statement('notify-of-connection', {
  takes: { user: 'uuid', action: 'text', title: 'text', by: 'text', person: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `${insertNotifications({
    user: '{user}::uuid',
    action: '{action}::text',
    title: '{title}::text',
    by: '{by}::text',
    person: '{person}::uuid',
  })} returning id`,
})
export async function notifyOf(
  tx: Transaction,
  notified: { user: string; action: string; title: string; by: string; person: string },
): Promise<string> {
  return (await notify.first(tx, notified))?.id ?? ''
}

export type ListFilter = {
  me: string
  status: string | null
  direction: string | null
  words: string | null
  sort: string
}

const filtered = `c.status in ('PENDING', 'ACCEPTED', 'DECLINED') and {me} in (c.requester_id, c.addressee_id)
  and not ${isHidden('u.id')} and (c.status = 'ACCEPTED' or not ${hasLapsed('c')})
  and case when {status}::text is null then c.status = 'ACCEPTED' or c.status = 'PENDING' or c.requester_id = {me}
    when {status}::text = 'DECLINED' then c.status = 'DECLINED' and c.addressee_id = {me}
    when {status} = 'PENDING' then c.status = 'PENDING' or (c.status = 'DECLINED' and c.requester_id = {me})
    else c.status = {status} end
  and ({direction}::text is null or ({direction} = 'OUTGOING') = (c.requester_id = {me}))
  and ({words}::text is null or p.search @@ {words}::tsquery)`

const takes = { me: 'uuid', status: 'text', direction: 'text', words: 'text' } as const
const listed = statement('connections-page', {
  takes: { ...takes, sort: 'text', limit: 'int4', offset: 'int4' },
  gives: given,
  text: `select ${columns} from connections c ${joins} where ${filtered}
    order by case when {sort}::text = 'name' then lower(u.name) end,
      case when {sort} = 'createdAt' then c.created_at end,
      case when {sort} = '-createdAt' then c.created_at end desc, c.id desc
    limit {limit}::int offset {offset}::int`,
})
const counted = statement('connections-count', {
  takes,
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from connections c ${joins} where ${filtered}`,
})

export async function listOf(
  db: Queryable,
  { sort, ...filter }: ListFilter,
  paging: { limit: number; offset: number },
): Promise<{ rows: ConnectionRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    listed.rows(db, { ...filter, sort, ...paging }),
    counted.first(db, filter),
  ])
  return { rows, total: total?.total ?? 0 }
}

/** Without people who blocked the user. */
export const exportConnections = exportedItems(
  'connections',
  `select c.id, json_build_object('with', u.name, 'askedBy', case when c.requester_id = {owner}::uuid then 'you' else 'them' end,
        'note', c.note, 'status', case when c.status = 'DECLINED' and c.requester_id = {owner}::uuid then 'PENDING' else c.status end,
        'createdAt', c.created_at) as item
      from connections c join ${people} u on u.id in (c.requester_id, c.addressee_id) and u.id <> {owner}::uuid
      where {owner}::uuid in (c.requester_id, c.addressee_id) and not ${hasBlocked('u.id', '{owner}::uuid')}
        and c.id > {after}::uuid order by c.id`,
)
