import { exportedItems } from '#server/db/by-pages'
import type { Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { hasBlocked, isHidden, isPair, isRestricted } from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'

const block = statement('block', {
  takes: { me: 'uuid', other: 'uuid' },
  text: `insert into blocks (blocker_id, blocked_id) select {me}::uuid, u.id from ${people} u where u.id = {other}
    and not ${hasBlocked('u.id', '{me}::uuid')}
    on conflict (blocker_id, blocked_id) do update set blocker_id = excluded.blocker_id`,
})
const cut = statement('cut-connection', {
  takes: { me: 'uuid', other: 'uuid' },
  text: `update connections c set status = 'REMOVED'
    where ${isPair('c', '{me}::uuid', '{other}::uuid')} and c.status in ('PENDING', 'DECLINED', 'ACCEPTED')`,
})
const unblock = statement('unblock', {
  takes: { me: 'uuid', other: 'uuid' },
  text: 'delete from blocks where blocker_id = {me} and blocked_id = {other}',
})

/** False if there is no such person, or one who blocked the caller. */
export const insertBlock = async (tx: Transaction, me: string, other: string): Promise<boolean> =>
  (await block.count(tx, { me, other })) > 0

const talk = statement('have-talked', {
  takes: { me: 'uuid', other: 'uuid' },
  gives: row<{ have: boolean }>({ have: 'bool' }),
  text: `select exists (select 1 from conversation_sides mine
      join conversation_sides theirs on theirs.conversation_id = mine.conversation_id
      where mine.user_id = {me} and theirs.user_id = {other}) as have`,
})

/** Whether they have a conversation. */
export const haveTalked = async (tx: Transaction, me: string, other: string): Promise<boolean> =>
  (await talk.first(tx, { me, other }))?.have === true

/** False if nothing was between them. */
export const cutConnection = async (tx: Transaction, me: string, other: string): Promise<boolean> =>
  (await cut.count(tx, { me, other })) > 0

export const removeBlock = async (db: Queryable, me: string, other: string) =>
  (await unblock.count(db, { me, other })) > 0

/** Their username, if the caller could find them by it without the block. */
const findableName = (blocker: string) =>
  needs('u')`case when exists (select 1 from connection_profiles p where p.user_id = u.id)
  and not ${isRestricted('u.id')} and not ${hasBlocked('u.id', blocker)} then u.username end`

export type Blocked = { _id: string; name: string; username: string | null; avatar: string | null }
const blocked = statement('blocked-page', {
  takes: { me: 'uuid', limit: 'int4', offset: 'int4' },
  gives: row<Blocked>({ _id: 'uuid', name: 'text', username: 'text', avatar: 'text' }),
  text: `select u.id as "_id", u.name, ${findableName('{me}')} as username, u.avatar from blocks b join ${people} u on u.id = b.blocked_id
    where b.blocker_id = {me} order by b.created_at desc, u.id limit {limit}::int offset {offset}::int`,
})
const blockedCount = statement('blocked-count', {
  takes: { me: 'uuid' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: 'select count(*)::int as total from blocks where blocker_id = {me}',
})
export async function listBlockedOf(db: Queryable, me: string, paging: { limit: number; offset: number }) {
  const [rows, counted] = await Promise.all([
    blocked.rows(db, { me, ...paging }),
    blockedCount.first(db, { me }),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const report = statement('report', {
  takes: {
    id: 'uuid',
    me: 'uuid',
    other: 'uuid',
    message: 'uuid',
    reason: 'text',
    note: 'text',
  },
  text: `insert into reports (id, reporter_id, reported_id, message_id, reason, note, copy)
    select {id}, {me}, u.id, {message}, {reason}, {note}, jsonb_build_object('name', u.name, 'username', u.username,
      'avatar', u.avatar, 'location', p.location, 'designation', p.designation, 'company', p.company,
      'experience', p.experience, 'skills', p.skills, 'message', reported.message,
      'files', (select json_agg(json_build_object('name', f.name, 'key', f.key) order by f.position, f.id)
        from files f where f.message_id = reported.id))
    from ${people} u left join connection_profiles p on p.user_id = u.id
    left join messages reported on reported.id = {message}::uuid and reported.sender_id = u.id
      and reported.conversation_id in (select s.conversation_id from conversation_sides s where s.user_id = {me})
    where u.id = {other} and ({message}::uuid is null or reported.id is not null)
      and (reported.id is not null or not ${isHidden('u.id')}) and not exists (select 1 from blocks b where b.blocker_id = u.id and b.blocked_id = {me})`,
})
/** False without such a visible person, or such a message from them to `me`. Stores the current profile and message. */
export async function insertReport(
  db: Queryable,
  given: {
    id: string
    me: string
    other: string
    message: string | null
    reason: string
    note: string | null
  },
): Promise<boolean> {
  return (await report.count(db, given)) > 0
}

export const exportBlocked = exportedItems(
  'blocked',
  `select u.id, json_build_object('name', u.name, 'username', ${findableName('{owner}::uuid')}, 'since', b.created_at) as item
      from blocks b join ${people} u on u.id = b.blocked_id where b.blocker_id = {owner}::uuid and u.id > {after}::uuid order by u.id`,
)

export const exportReports = exportedItems(
  'reports',
  `select id, json_build_object('reported', copy ->> 'name', 'reason', reason, 'note', note,
        'createdAt', created_at) as item
      from reports where reporter_id = {owner}::uuid and id > {after}::uuid order by id`,
)
