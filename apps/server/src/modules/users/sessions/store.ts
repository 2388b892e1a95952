import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { comments, replies } from '#server/db/tables/comments'
import { guests, sessions, users } from '#server/db/tables/users'

export async function insertSession(db: Queryable, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** All of the user's sessions, or one. Returns their number. */
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

export async function deleteOtherSessions(db: Queryable, userId: string, keep: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keep)))
}

/** Device tokens are signed with this number. */
export async function forgetDevices(db: Queryable, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ deviceEpoch: sql`${users.deviceEpoch} + 1` })
    .where(eq(users.id, userId))
}

const listedMax = 200

export async function listSessionsOf(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.id))
    .limit(listedMax)
}

const sessionUser = statement('session-user', {
  takes: { session: 'uuid' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: 'select user_id as "user" from sessions where id = {session}::uuid and expires_at > now()',
})

/** The user of a live session. */
export async function findSessionUser(db: Database, session: string): Promise<string | null> {
  return (await sessionUser.first(db.pool, { session }))?.user ?? null
}

// In one order, so that two sign-ins never wait for each other.
const claimColors = statement('claim-colors', {
  takes: { guest: 'uuid', user: 'uuid' },
  text: `with locked as (select id from reviews where id in (
      select review_id from comments where guest_id = {guest}::uuid
      union select c.review_id from replies p join comments c on c.id = p.comment_id where p.guest_id = {guest}::uuid)
      order by id for no key update)
    update reviews r set writers = array_replace(r.writers, {guest}::uuid, {user}::uuid) from locked where r.id = locked.id`,
})

// Where the user has decided, too, that counts, and the guest's decisions stay in the history.
const claimDecisions = statement('claim-decisions', {
  takes: { guest: 'uuid', user: 'uuid' },
  text: `update round_people p set user_id = case when twice.is_there then null else {user}::uuid end,
      guest_id = case when twice.is_there then p.guest_id end,
      gone_at = case when twice.is_there then now() else p.gone_at end
    from (select g.id, exists (select 1 from round_people o where o.round_id = g.round_id
      and o.user_id = {user}::uuid) as is_there from round_people g where g.guest_id = {guest}::uuid) twice
    where p.id = twice.id`,
})

/** Moves the guest's words and decisions to the user; the guest token ends. */
export async function claimGuest(db: Queryable, tokenHash: Buffer, userId: string): Promise<void> {
  const [guest] = await db
    .update(guests)
    .set({ claimedBy: userId })
    .where(and(eq(guests.tokenHash, tokenHash), sql`${guests.claimedBy} is null`))
    .returning({ id: guests.id })
  if (!guest) return
  await claimColors.count(db, { guest: guest.id, user: userId })
  await claimDecisions.count(db, { guest: guest.id, user: userId })
  await db.update(comments).set({ userId, guestId: null }).where(eq(comments.guestId, guest.id))
  await db.update(replies).set({ userId, guestId: null }).where(eq(replies.guestId, guest.id))
}
