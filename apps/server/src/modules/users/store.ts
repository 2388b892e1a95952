import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { comments, replies } from '#server/db/tables/comments'
import { guests, sessions, users } from '#server/db/tables/users'

export type UserRow = typeof users.$inferSelect
export type SessionUser = { sessionId: string; id: string; name: string }

type Taken = 'email' | 'username'

/** Answers which unique value was taken instead of throwing. */
export async function insertUser(
  db: Queryable,
  user: typeof users.$inferInsert,
): Promise<UserRow | { taken: Taken }> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning()
  if (row) return row
  const [other] = await db.select({ id: users.id }).from(users).where(eq(users.email, user.email))
  return { taken: other ? 'email' : 'username' }
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ?? null
}

export async function insertSession(db: Queryable, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function findSession(db: Database, tokenHash: Buffer): Promise<SessionUser | null> {
  const { rows } = await db.pool.query<SessionUser>({
    name: 'session',
    text: `select s.id as "sessionId", u.id, u.name from sessions s join users u on u.id = s.user_id
      where s.token_hash = $1 and s.expires_at > now()`,
    values: [tokenHash],
  })
  return rows[0] ?? null
}

export async function deleteSessions(
  db: Queryable,
  userId: string,
  sessionId: string | null,
): Promise<number> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sessionId === null ? undefined : eq(sessions.id, sessionId)))
  return rowCount ?? 0
}

export async function insertGuest(db: Queryable, guest: typeof guests.$inferInsert): Promise<void> {
  await db.insert(guests).values(guest)
}

export async function findGuestByToken(
  db: Database,
  tokenHash: Buffer,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await db.pool.query<{ id: string; name: string }>({
    name: 'guest',
    text: 'select id, name from guests where token_hash = $1 and claimed_by is null',
    values: [tokenHash],
  })
  return rows[0] ?? null
}

/** The guest's words become the user's; the guest token ends. */
export async function claimGuest(db: Queryable, tokenHash: Buffer, userId: string): Promise<void> {
  const [guest] = await db
    .update(guests)
    .set({ claimedBy: userId })
    .where(and(eq(guests.tokenHash, tokenHash), sql`${guests.claimedBy} is null`))
    .returning({ id: guests.id })
  if (!guest) return
  await db.update(comments).set({ userId, guestId: null }).where(eq(comments.guestId, guest.id))
  await db.update(replies).set({ userId, guestId: null }).where(eq(replies.guestId, guest.id))
}

export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(gt(sql`now()`, sessions.expiresAt))
}
