import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { emailChangeCodes, emailChanges, passwordResets, users } from '#server/db/tables/users'

const saveCode = statement('email-change-code', {
  takes: { user: 'uuid', email: 'text', codeHash: 'text', minutes: 'int4' },
  text: `insert into email_change_codes (user_id, email, code_hash, expires_at)
    select u.id, {email}::text, {codeHash}::text, now() + make_interval(mins => {minutes}::int) from users u
    where u.id = {user}::uuid
    on conflict (user_id) do update set email = excluded.email, code_hash = excluded.code_hash, tries = 0,
      expires_at = excluded.expires_at`,
})

/** Only the newest one is valid. */
export async function saveChangeCode(
  db: Queryable,
  code: { user: string; email: string; codeHash: string; minutes: number },
): Promise<void> {
  await saveCode.count(db, code)
}

const judge = statement('email-change-judge', {
  takes: { user: 'uuid', codeHash: 'text', maxTries: 'int4' },
  gives: row<{ email: string; isRight: boolean }>({ email: 'text', isRight: 'bool' }),
  text: `update email_change_codes
    set tries = case when code_hash = {codeHash}::text then {maxTries}::int else tries + 1 end
    where user_id = {user}::uuid and tries < {maxTries}::int and expires_at > now()
    returning email, code_hash = {codeHash}::text as "isRight"`,
})

/** Counts and judges the try in one statement; the right code is used up. Null without a code to compare. */
export const judgeChangeCode = (
  db: Queryable,
  given: { user: string; codeHash: string; maxTries: number },
): Promise<{ email: string; isRight: boolean } | null> => judge.first(db, given)

const taken = statement('email-taken', {
  takes: { email: 'text', days: 'int4', except: 'uuid' },
  text: `select 1 from users where email = {email}::text
    union all select 1 from email_changes where former = {email}::text and user_id is distinct from {except}::uuid
      and created_at > now() - make_interval(days => {days}::int) limit 1`,
})

/** Someone else's, or one that they can still take back. */
export async function isEmailTaken(
  tx: Queryable,
  asked: { email: string; days: number; except: string | null },
): Promise<boolean> {
  return (await taken.count(tx, asked)) > 0
}

/** Pending codes and links for the former address end. */
export async function setEmail(
  tx: Transaction,
  id: string,
  given: Pick<typeof users.$inferInsert, 'email'> & Partial<typeof users.$inferInsert>,
): Promise<void> {
  await tx.update(users).set(given).where(eq(users.id, id))
  await tx.delete(passwordResets).where(eq(passwordResets.userId, id))
  await tx.delete(emailChangeCodes).where(eq(emailChangeCodes.userId, id))
}

const takes = { from: 'text', to: 'text' } as const
const gives = row<{ id: string }>({ id: 'uuid' })
// Existing ones for the address stay unchanged.
const isFreeOfInvitation = `not exists (select 1 from invitations o where o.email = {to}::text and o.state = 'PENDING'
  and i.state = 'PENDING' and (o.review_id = i.review_id or o.workspace_id = i.workspace_id))`
const isFreeOfLink = `not exists (select 1 from share_links o where o.email = {to}::text and o.delivery_id = l.delivery_id)`

const moveInvitations = statement('email-change-invitations', {
  takes,
  gives,
  text: `update invitations i set email = {to}::text where i.email = {from}::text
      and ${isFreeOfInvitation}
    returning i.id`,
})
const moveLinks = statement('email-change-links', {
  takes,
  gives,
  text: `update share_links l set email = {to}::text where l.email = {from}::text
      and ${isFreeOfLink}
    returning l.id`,
})

/** Moves invitations and deliveries from one address to the other; returns which. */
export async function moveMail(
  tx: Transaction,
  move: { from: string; to: string },
): Promise<{ invitations: string[]; links: string[] }> {
  const [invitations, links] = [await moveInvitations.rows(tx, move), await moveLinks.rows(tx, move)]
  return { invitations: invitations.map(({ id }) => id), links: links.map(({ id }) => id) }
}

const byIds = { ids: 'uuid[]', to: 'text' } as const
const returnInvitations = statement('email-change-return-invitations', {
  takes: byIds,
  text: `update invitations i set email = {to}::text where i.id = any({ids}::uuid[])
    and ${isFreeOfInvitation}`,
})
const returnLinks = statement('email-change-return-links', {
  takes: byIds,
  text: `update share_links l set email = {to}::text where l.id = any({ids}::uuid[])
    and ${isFreeOfLink}`,
})

export async function returnMail(
  tx: Transaction,
  moved: { to: string; invitations: readonly string[]; links: readonly string[] },
): Promise<void> {
  await returnInvitations.count(tx, { to: moved.to, ids: moved.invitations })
  await returnLinks.count(tx, { to: moved.to, ids: moved.links })
}

export type EmailChange = typeof emailChanges.$inferSelect

export async function insertChange(tx: Transaction, change: typeof emailChanges.$inferInsert): Promise<void> {
  await tx.insert(emailChanges).values(change)
}

export async function findChange(db: Queryable, id: string): Promise<EmailChange | null> {
  const [found] = await db.select().from(emailChanges).where(eq(emailChanges.id, id))
  return found ?? null
}

export async function setTakeBackToken(db: Queryable, id: string, tokenHash: Buffer): Promise<void> {
  await db.update(emailChanges).set({ tokenHash }).where(eq(emailChanges.id, id))
}

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** While it can be taken back. */
export async function findChangeByToken(
  db: Queryable,
  tokenHash: Buffer,
  days: number,
): Promise<EmailChange | null> {
  const isLive = gte(emailChanges.createdAt, since(days))
  const [found] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), isLive))
  return found ?? null
}

/** Deletes it and all later ones; returns them. */
export async function deleteChangesFrom(
  tx: Transaction,
  { userId, createdAt }: EmailChange,
): Promise<EmailChange[]> {
  return tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gte(emailChanges.createdAt, createdAt)))
    .returning()
}

export async function deleteOldChanges(db: Database, days: number): Promise<void> {
  await db.orm.delete(emailChanges).where(lt(emailChanges.createdAt, since(days)))
  await db.orm.delete(emailChangeCodes).where(lt(emailChangeCodes.expiresAt, sql`now()`))
}
