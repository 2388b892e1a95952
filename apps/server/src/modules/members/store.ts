import type { MemberRole } from '@wingmark/contract/reviews'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { peopleOf, rankOf } from '#server/modules/access/sql'
import { byPeopled, type PeopledSubject, subjectColumn } from '#server/modules/access/subjects/policy'
import { isBlockedBetween, isHidden, isRestricted } from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'

export type MemberRow = {
  id: string
  name: string
  username: string
  avatar: string | null
  email: string
  role: MemberRole
  joinedAt: Date
  isInvitedByCaller: boolean
  /** The caller may write to them: no block and no restriction. */
  isReachable: boolean
}

type InvitedRole = Exclude<MemberRole, 'OWNER'>

const listing = (kind: PeopledSubject['kind']) =>
  statement(`members-${kind}`, {
    takes: { id: 'uuid', caller: 'uuid' },
    gives: row<MemberRow>({
      id: 'uuid',
      name: 'text',
      username: 'text',
      avatar: 'text',
      email: 'text',
      role: 'text',
      joinedAt: 'timestamptz',
      isInvitedByCaller: 'bool',
      isReachable: 'bool',
    }),
    text: `select u.id, u.name, u.username, u.avatar, u.email, p.role, p.since as "joinedAt",
        exists (select 1 from invitations i where i.${subjectColumn({ kind })} = {id}::uuid
          and i.invited_by = {caller}::uuid and i.email = u.email and i.person_id is null and i.state = 'ACCEPTED') as "isInvitedByCaller",
        u.id <> {caller}::uuid and not ${isBlockedBetween('{caller}::uuid', 'u.id')} and not ${isHidden('u.id')}
          and not ${isRestricted('{caller}::uuid')} as "isReachable"
      from ${peopleOf[kind]} p join ${people} u on u.id = p.user_id
      where p.${subjectColumn({ kind })} = {id}::uuid order by ${rankOf('p.role')}, p.since, u.id`,
  })
const listings = byPeopled(listing)

/** The owner first, then by role and time; one statement. */
export function listMemberRows(
  db: Database,
  { kind, _id }: PeopledSubject,
  caller: string,
): Promise<MemberRow[]> {
  return listings[kind].rows(db.pool, { id: _id, caller })
}

const locks = byPeopled((kind) =>
  statement(`member-lock-${kind}`, {
    takes: { subject: 'uuid', user: 'uuid' },
    gives: row<{ name: string; role: InvitedRole }>({ name: 'text', role: 'text' }),
    text: `select u.name, m.role from members m join ${people} u on u.id = m.user_id
      where m.${subjectColumn({ kind })} = {subject}::uuid and m.user_id = {user}::uuid for update of m`,
  }),
)

/** A locked member with their current role; null for non-members. */
export const lockMember = (
  tx: Transaction,
  { kind, _id }: PeopledSubject,
  user: string,
): Promise<{ name: string; role: InvitedRole } | null> => locks[kind].first(tx, { subject: _id, user })

const counts = byPeopled((kind) =>
  statement(`members-count-${kind}`, {
    takes: { subject: 'uuid' },
    gives: row<{ many: number }>({ many: 'int4' }),
    text: `select count(*)::int as many from members where ${subjectColumn({ kind })} = {subject}::uuid`,
  }),
)

export async function countMembers(tx: Queryable, { kind, _id }: PeopledSubject): Promise<number> {
  return (await counts[kind].first(tx, { subject: _id }))?.many ?? 0
}

const inserting = (name: string, onConflict: (column: string) => string) =>
  byPeopled((kind) => {
    const column = subjectColumn({ kind })
    return statement(`member-${name}-${kind}`, {
      takes: { subject: 'uuid', user: 'uuid', role: 'text' },
      text: `insert into members (${column}, user_id, role) values ({subject}::uuid, {user}::uuid, {role}::text)
        on conflict ${onConflict(column)}`,
    })
  })
const puts = inserting('put', (column) => `(${column}, user_id) do update set role = excluded.role`)
const adds = inserting('add', () => 'do nothing')

/** Adds a member, or changes a member's role. */
export async function putMember(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  user: string,
  role: InvitedRole,
): Promise<void> {
  await puts[kind].count(tx, { subject: _id, user, role })
}

/** False if already a member. */
export async function addMemberRow(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  user: string,
  role: InvitedRole,
): Promise<boolean> {
  return (await adds[kind].count(tx, { subject: _id, user, role })) === 1
}

const deletes = byPeopled((kind) =>
  statement(`member-delete-${kind}`, {
    takes: { subject: 'uuid', user: 'uuid' },
    text: `delete from members where ${subjectColumn({ kind })} = {subject}::uuid and user_id = {user}::uuid`,
  }),
)

export async function deleteMember(
  tx: Queryable,
  { kind, _id }: PeopledSubject,
  user: string,
): Promise<void> {
  await deletes[kind].count(tx, { subject: _id, user })
}
