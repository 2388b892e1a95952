import type { InvitedRole } from '@wingmark/contract/invitations'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { reviewPeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

export type InvitationRow = {
  id: string
  email: string
  role: InvitedRole
  invitedByName: string
  sentAt: Date
  expiresAt: Date
}

const columns = `i.id, i.email, i.role, u.name as "invitedByName", i.sent_at as "sentAt", i.expires_at as "expiresAt"`
const tables = `invitations i join ${people} u on u.id = i.invited_by`

/** Pending ones, newest first; `invitedBy` null: everybody's. */
export async function listPending(
  db: Database,
  reviewId: string,
  invitedBy: string | null,
): Promise<InvitationRow[]> {
  const { rows } = await db.pool.query<InvitationRow>({
    name: 'invitations-pending',
    text: `select ${columns} from ${tables}
      where i.review_id = $1 and i.state = 'PENDING' and ($2::uuid is null or i.invited_by = $2) order by i.id desc`,
    values: [reviewId, invitedBy],
  })
  return rows
}

export async function listPendingFor(
  db: Database,
  reviewId: string,
  emails: readonly string[],
): Promise<InvitationRow[]> {
  const { rows } = await db.pool.query<InvitationRow>({
    name: 'invitations-pending-for',
    text: `select ${columns} from ${tables}
      where i.review_id = $1 and i.state = 'PENDING' and i.email = any($2::text[]) order by i.email`,
    values: [reviewId, emails],
  })
  return rows
}

/** Of these addresses, those of the owner and the members. */
export async function listMemberAddresses(
  db: Queryable,
  reviewId: string,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select u.email from ${sql.raw(people)} u
    where u.email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))
      and u.id in (select p.user_id from ${sql.raw(reviewPeople)} p where p.review_id = ${reviewId})
    order by u.email`)
  return rows.map((row) => row.email)
}

type Renewal = {
  reviewId: string
  role: InvitedRole
  invitedBy: string
  /** Whose invitation it is from now on, where somebody else's is only sent again: theirs, or still that person's. */
  takesOver: boolean
  days: number
  invited: { id: string; email: string }[]
}

/** Makes or renews invitations; answers those that a mail is due for. One that was asked for a minute ago stays as it is. */
export async function putInvitations(tx: Queryable, renewal: Renewal): Promise<string[]> {
  const { reviewId, role, invitedBy, takesOver, days, invited } = renewal
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into invitations as i (id, review_id, email, role, invited_by, expires_at)
    select given.id, ${reviewId}::uuid, given.email, ${role}, ${invitedBy}::uuid, now() + make_interval(days => ${days}::int)
    from jsonb_to_recordset(${JSON.stringify(invited)}::jsonb) as given(id uuid, email text)
    order by given.email
    on conflict (review_id, email) where state = 'PENDING' do update
      set role = excluded.role, expires_at = excluded.expires_at, sent_at = now(),
        invited_by = case when ${takesOver} or i.role <> excluded.role or i.expires_at < now()
          then excluded.invited_by else i.invited_by end
      where i.sent_at < now() - interval '1 minute' or i.role <> excluded.role or i.expires_at < now()
    returning i.id`)
  return rows.map((row) => row.id)
}

/** Whether somebody else has invited one of these addresses to more than this role, and may still be answered. */
export async function hasHigherPending(
  tx: Queryable,
  asked: { reviewId: string; role: InvitedRole; emails: readonly string[]; besides: string },
): Promise<boolean> {
  const { reviewId, role, emails, besides } = asked
  const { rows } = await tx.execute(sql`
    select 1 from invitations
    where review_id = ${reviewId} and state = 'PENDING' and expires_at > now() and invited_by <> ${besides}
      and array_position(array['VIEWER', 'COMMENTER', 'EDITOR'], role) >
        array_position(array['VIEWER', 'COMMENTER', 'EDITOR'], ${role}::text)
      and email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)) limit 1`)
  return rows.length > 0
}

/** Takes back what a person sent, and what was sent to them. */
export async function revokeAround(tx: Queryable, reviewId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    update invitations set state = 'REVOKED'
    where review_id = ${reviewId} and state = 'PENDING'
      and (invited_by = ${userId} or email = (select email from ${sql.raw(people)} u where id = ${userId}))`)
}

/** Answers the address; null when there is no such pending invitation. `invitedBy` null: whoever sent it. */
export async function revokeInvitationRow(
  tx: Queryable,
  reviewId: string,
  id: string,
): Promise<{ email: string } | null> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    update invitations set state = 'REVOKED'
    where id = ${id} and review_id = ${reviewId} and state = 'PENDING' returning email`)
  return rows[0] ?? null
}

export async function findSender(
  tx: Queryable,
  reviewId: string,
  id: string,
): Promise<{ invitedBy: string } | null> {
  const { rows } = await tx.execute<{ invitedBy: string }>(sql`
    select invited_by as "invitedBy" from invitations
    where id = ${id} and review_id = ${reviewId} and state = 'PENDING'`)
  return rows[0] ?? null
}

export type OpenInvitation = {
  reviewName: string
  fileCount: number
  inviter: string
  role: InvitedRole
  email: string
  hasAccount: boolean
  expiresAt: Date
}

// Given by an account before its address was proved, and not yet kept: see `users/earlier`.
const rests = `(r.rests_since is not null or coalesce(i.created_at <= u.earlier_asked_at, false))`

const open = `select r.name as "reviewName", r.file_count as "fileCount", u.name as inviter, i.role, i.email,
    exists (select 1 from ${people} a where a.email = i.email) as "hasAccount", i.expires_at as "expiresAt"
  from ${tables} join reviews r on r.id = i.review_id
  where i.state = 'PENDING' and i.expires_at > now() and not ${rests}`

export async function findOpenByToken(db: Database, tokenHash: Buffer): Promise<OpenInvitation | null> {
  const { rows } = await db.pool.query<OpenInvitation>({
    name: 'invitation-by-token',
    text: `${open} and i.token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

/** Gives a pending invitation the token of the mail that is being written; null when there is nothing to send. */
export async function setToken(db: Database, id: string, tokenHash: Buffer): Promise<OpenInvitation | null> {
  const { rows } = await db.pool.query<OpenInvitation>({
    name: 'invitation-set-token',
    text: `with told as (update invitations set token_hash = $2 where id = $1 and state = 'PENDING')
      ${open} and i.id = $1`,
    values: [id, tokenHash],
  })
  return rows[0] ?? null
}

type AnsweredInvitation = { reviewId: string; email: string; role: InvitedRole; isOwner: boolean }

/** Ends an open invitation that was sent to this user's address, and says what it was; null for any other. */
export async function answerInvitation(
  tx: Queryable,
  answer: { tokenHash: Buffer; userId: string; state: 'ACCEPTED' | 'DECLINED' },
): Promise<AnsweredInvitation | null> {
  const { rows } = await tx.execute<AnsweredInvitation>(sql`
    update invitations i set state = ${answer.state} from ${sql.raw(people)} u, reviews r
    where i.token_hash = ${answer.tokenHash} and i.state = 'PENDING' and i.expires_at > now()
      and u.id = ${answer.userId} and u.email = i.email and r.id = i.review_id and r.rests_since is null
      and not exists (select 1 from ${sql.raw(people)} v where v.id = i.invited_by and i.created_at <= v.earlier_asked_at)
    returning i.review_id as "reviewId", i.email, i.role, r.owner_id = u.id as "isOwner"`)
  return rows[0] ?? null
}

/** Finds the address of a user; the caller's session says who, not under which address. */
export async function findAddress(db: Database, userId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ email: string }>({
    name: 'user-address',
    text: `select email from ${people} u where id = $1`,
    values: [userId],
  })
  return rows[0]?.email ?? null
}
