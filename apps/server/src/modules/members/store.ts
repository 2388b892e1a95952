import type { MemberRole } from '@wingmark/contract/reviews'
import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { peopleOf, rankOf } from '#server/modules/access/sql'
import { type PeopledSubject, subjectColumn } from '#server/modules/access/subjects/policy'
import { isBlockedBetween, isRestricted } from '#server/modules/connections/sql'
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
  /** The caller may write to them: neither has blocked the other, and nobody is held back. */
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
        u.id <> {caller}::uuid and not ${isBlockedBetween('{caller}::uuid', 'u.id')} and not ${isRestricted('u.id')}
          and not ${isRestricted('{caller}::uuid')} as "isReachable"
      from ${peopleOf[kind]} p join ${people} u on u.id = p.user_id
      where p.${subjectColumn({ kind })} = {id}::uuid order by ${rankOf('p.role')}, p.since, u.id`,
  })
const listings = { REVIEW: listing('REVIEW'), WORKSPACE: listing('WORKSPACE') } as const satisfies Record<
  PeopledSubject['kind'],
  unknown
>

/** The owner first, then by role and time; one statement. */
export function listMemberRows(
  db: Database,
  { kind, _id }: PeopledSubject,
  caller: string,
): Promise<MemberRow[]> {
  return listings[kind].rows(db.pool, { id: _id, caller })
}

const column = (subject: PeopledSubject) => sql.identifier(subjectColumn(subject))

/** A member with their present role, locked; null for nobody. */
export async function lockMember(
  tx: Transaction,
  subject: PeopledSubject,
  userId: string,
): Promise<{ name: string; role: InvitedRole } | null> {
  const { rows } = await tx.execute<{ name: string; role: InvitedRole }>(sql`
    select u.name, m.role from members m join ${sql.raw(people)} u on u.id = m.user_id
    where m.${column(subject)} = ${subject._id} and m.user_id = ${userId} for update of m`)
  return rows[0] ?? null
}

export async function countMembers(tx: Queryable, subject: PeopledSubject): Promise<number> {
  const { rows } = await tx.execute<{ many: number }>(
    sql`select count(*)::int as many from members where ${column(subject)} = ${subject._id}`,
  )
  return rows[0]?.many ?? 0
}

/** Makes somebody a member, or gives a member another role. */
export async function putMember(
  tx: Queryable,
  subject: PeopledSubject,
  userId: string,
  role: InvitedRole,
): Promise<void> {
  await tx.execute(sql`
    insert into members (${column(subject)}, user_id, role) values (${subject._id}, ${userId}, ${role})
    on conflict (${column(subject)}, user_id) do update set role = excluded.role`)
}

/** False for somebody who is a member already. */
export async function addMemberRow(
  tx: Queryable,
  subject: PeopledSubject,
  userId: string,
  role: InvitedRole,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into members (${column(subject)}, user_id, role) values (${subject._id}, ${userId}, ${role})
    on conflict do nothing`)
  return rowCount === 1
}

export async function deleteMember(tx: Queryable, subject: PeopledSubject, userId: string): Promise<void> {
  await tx.execute(sql`delete from members where ${column(subject)} = ${subject._id} and user_id = ${userId}`)
}
