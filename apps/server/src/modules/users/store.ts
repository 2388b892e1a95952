import { asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { guests, sessions, users } from '#server/db/tables/users'
import { isReserved, usernameKey } from '#server/modules/users/usernames/policy'

export type UserRow = typeof users.$inferSelect
export type SessionUser = { sessionId: string; id: string; name: string; avatar: string | null }

/** A session ends when unused for this long, and always after `sessionDays`. */
export const unusedDays = 30
const sessionDays = 90

/** The author shown for a deleted account. */
export const formerName = 'Deleted account'

export type NewUser = typeof users.$inferInsert

/** Returns the unique value already taken instead of throwing. */
export async function insertUser(
  db: Queryable,
  user: NewUser,
): Promise<UserRow | 'account-exists' | 'username-taken'> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning()
  if (row) return row
  const isSame = user.googleId
    ? or(eq(users.email, user.email), eq(users.googleId, user.googleId))
    : eq(users.email, user.email)
  const [other] = await db.select({ id: users.id }).from(users).where(isSame)
  return other ? 'account-exists' : 'username-taken'
}

const lockName = statement('username-lock', {
  takes: { key: 'text' },
  text: `select pg_advisory_xact_lock(hashtext('username'), hashtext({key}::text))`,
})

/** Look-alikes are taken, too; parallel requests for either wait until the transaction ends. */
export async function isUsernameTaken(
  tx: Queryable,
  username: string,
  except: string | null,
): Promise<boolean> {
  await lockName.count(tx, { key: usernameKey(username) })
  return hasLookAlike(tx, username, except)
}

const lookAlike = statement('username-look-alike', {
  takes: { key: 'text', except: 'uuid' },
  text: `select 1 from users where username_key = {key}::text and id is distinct from {except}::uuid limit 1`,
})

/** Names that look like the service itself are reserved. */
export async function hasLookAlike(db: Queryable, username: string, except: string | null): Promise<boolean> {
  if (isReserved(username)) return true
  return (await lookAlike.count(db, { key: usernameKey(username), except })) > 0
}

const connectionProfile = statement('has-connection-profile', {
  takes: { user: 'uuid' },
  text: 'select 1 from connection_profiles where user_id = {user}::uuid',
})

/** A connection profile gives Pilot, and has the user's id. */
export async function hasConnectionProfile(db: Queryable, user: string): Promise<boolean> {
  return (await connectionProfile.count(db, { user })) > 0
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ?? null
}

type FoundSession = SessionUser & { isDue: boolean }

const session = statement('session', {
  takes: { tokenHash: 'bytea' },
  gives: row<FoundSession>({ sessionId: 'uuid', id: 'uuid', name: 'text', avatar: 'text', isDue: 'bool' }),
  text: `select s.id as "sessionId", u.id, u.name, u.avatar,
      s.expires_at < least(now() + interval '${unusedDays} days', s.created_at + interval '${sessionDays} days')
        - interval '1 hour' as "isDue"
    from sessions s join users u on u.id = s.user_id where s.token_hash = {tokenHash}::bytea and s.expires_at > now()`,
})

/** `isDue`: its expiry was not extended for an hour, see `putOffEnd`. */
export const findSession = (db: Database, tokenHash: Buffer): Promise<FoundSession | null> =>
  session.first(db.lookups, { tokenHash })

const putOff = statement('session-put-off', {
  takes: { id: 'uuid' },
  text: `update sessions set expires_at = least(now() + interval '${unusedDays} days',
      created_at + interval '${sessionDays} days')
    where id = {id}::uuid and expires_at > now()`,
})

/** Use extends a session; only its expiry records that. */
export async function putOffEnd(db: Queryable, id: string): Promise<void> {
  await putOff.count(db, { id })
}

export async function insertGuest(db: Queryable, made: typeof guests.$inferInsert): Promise<void> {
  await db.insert(guests).values(made)
}

type FoundGuest = { id: string; name: string }

const guest = statement('guest', {
  takes: { tokenHash: 'bytea' },
  gives: row<FoundGuest>({ id: 'uuid', name: 'text' }),
  text: 'select id, name from guests where token_hash = {tokenHash}::bytea and claimed_by is null',
})

export const findGuestByToken = (db: Database, tokenHash: Buffer): Promise<FoundGuest | null> =>
  guest.first(db.lookups, { tokenHash })

export async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(gt(sql`now()`, sessions.expiresAt))
}

/** Locked until the transaction ends. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  return row ?? null
}

/** Locked until the transaction ends. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return row ?? null
}

export async function setPassword(db: Queryable, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id))
}

export async function setPlan(
  tx: Queryable,
  id: string,
  given: Pick<UserRow, 'plan' | 'extraStorageBytes'>,
): Promise<void> {
  await tx.update(users).set(given).where(eq(users.id, id))
}

const listedMax = 10_000

/** Users with a plan above Free, or extra storage, by address. */
export function listUsersWithMore(db: Queryable) {
  const { id, email, plan, usedBytes, extraStorageBytes } = users
  return db
    .select({ id, email, plan, usedBytes, extraStorageBytes })
    .from(users)
    .where(or(ne(plan, 'FREE'), gt(extraStorageBytes, 0)))
    .orderBy(asc(email))
    .limit(listedMax)
}

/** For joins: how others see a user, and whether they are hidden from everyone. */
export const selectPeople = (db: Queryable) =>
  db
    .select({
      ...{ id: users.id, name: users.name, avatar: users.avatar, email: users.email },
      isResting: sql<boolean>`${users.unverifiedAskedAt} is not null or ${users.keptFor} is not null`.as(
        'resting',
      ),
    })
    .from(users)
    .as('people')
