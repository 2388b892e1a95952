import type { MemberRole } from '@wingmark/contract/reviews'
import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { rankOf, reviewPeople } from '#server/modules/access/sql'
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
}

type InvitedRole = Exclude<MemberRole, 'OWNER'>

/** The owner first, then by role and time; one statement. */
export async function listMemberRows(db: Database, reviewId: string, callerId: string): Promise<MemberRow[]> {
  const { rows } = await db.pool.query<MemberRow>({
    name: 'members',
    text: `select u.id, u.name, u.username, u.avatar, u.email, p.role, p.since as "joinedAt",
        exists (select 1 from invitations i where i.review_id = $1 and i.invited_by = $2
          and i.email = u.email and i.state = 'ACCEPTED') as "isInvitedByCaller"
      from ${reviewPeople} p join ${people} u on u.id = p.user_id
      where p.review_id = $1 order by ${rankOf('p.role')}, p.since, u.id`,
    values: [reviewId, callerId],
  })
  return rows
}

/** A member with their present role, locked; null for nobody. */
export async function lockMember(
  tx: Transaction,
  reviewId: string,
  userId: string,
): Promise<{ name: string; role: InvitedRole } | null> {
  const { rows } = await tx.execute<{ name: string; role: InvitedRole }>(sql`
    select u.name, m.role from members m join ${sql.raw(people)} u on u.id = m.user_id
    where m.review_id = ${reviewId} and m.user_id = ${userId} for update of m`)
  return rows[0] ?? null
}

/** Makes somebody a member, or gives a member another role. */
export async function putMember(
  tx: Queryable,
  reviewId: string,
  userId: string,
  role: InvitedRole,
): Promise<void> {
  await tx.execute(sql`
    insert into members (review_id, user_id, role) values (${reviewId}, ${userId}, ${role})
    on conflict (review_id, user_id) do update set role = excluded.role`)
}

/** False for somebody who is a member already. */
export async function addMemberRow(
  tx: Queryable,
  reviewId: string,
  userId: string,
  role: InvitedRole,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into members (review_id, user_id, role) values (${reviewId}, ${userId}, ${role})
    on conflict do nothing`)
  return rowCount === 1
}

export async function deleteMember(tx: Queryable, reviewId: string, userId: string): Promise<void> {
  await tx.execute(sql`delete from members where review_id = ${reviewId} and user_id = ${userId}`)
}

export async function updateOwner(tx: Queryable, reviewId: string, userId: string): Promise<void> {
  await tx.execute(sql`update reviews set owner_id = ${userId}, updated_at = now() where id = ${reviewId}`)
}
