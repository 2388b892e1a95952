import { and, eq, gt, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Queryable } from '#server/db/client'
import { connectionProfiles } from '#server/db/tables/connections'
import { users } from '#server/db/tables/users'

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  avatar: users.avatar,
  location: connectionProfiles.location,
  designation: connectionProfiles.designation,
  company: connectionProfiles.company,
  experience: connectionProfiles.experience,
  skills: connectionProfiles.skills,
  isOpenToMessages: connectionProfiles.isOpenToMessages,
  showsEmail: connectionProfiles.showsEmail,
  isPublic: connectionProfiles.isPublic,
  isIndexed: connectionProfiles.isIndexed,
  createdAt: connectionProfiles.createdAt,
  updatedAt: connectionProfiles.updatedAt,
}

const select = (db: Queryable) =>
  db.select(columns).from(connectionProfiles).innerJoin(users, eq(users.id, connectionProfiles.userId))

export type ProfileRow = Awaited<ReturnType<typeof select>>[number]
type NewProfile = typeof connectionProfiles.$inferInsert
export type ProfileChange = Partial<Omit<NewProfile, 'userId' | 'createdAt' | 'updatedAt' | 'activeAt'>>

export async function findProfile(db: Queryable, userId: string): Promise<ProfileRow | null> {
  const [row] = await select(db).where(and(eq(connectionProfiles.userId, userId)))
  return row ?? null
}

/** False if there already is one. */
export async function insertProfile(db: Queryable, row: NewProfile): Promise<boolean> {
  const made = await db
    .insert(connectionProfiles)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: connectionProfiles.userId })
  return made.length > 0
}

export async function changeProfile(db: Queryable, userId: string, change: ProfileChange): Promise<void> {
  await db
    .update(connectionProfiles)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(connectionProfiles.userId, userId))
}

export async function setWords(db: Queryable, userId: string, words: string[]): Promise<void> {
  await db.update(connectionProfiles).set({ words }).where(eq(connectionProfiles.userId, userId))
}

/** Locked, so that a parallel change of the name writes its words after these. */
export async function lockSome(tx: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: connectionProfiles.userId })
    .from(connectionProfiles)
    .where(gt(connectionProfiles.userId, after))
    .orderBy(connectionProfiles.userId)
    .limit(limit)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** False if there was none. */
export async function removeProfile(db: Queryable, userId: string): Promise<boolean> {
  const gone = await db
    .delete(connectionProfiles)
    .where(eq(connectionProfiles.userId, userId))
    .returning({ id: connectionProfiles.userId })
  return gone.length > 0
}

export const exportProfile = exportedItems(
  'profile',
  `select user_id as id, json_build_object('location', location, 'designation', designation, 'company', company,
        'experience', experience, 'skills', skills, 'isOpenToMessages', is_open_to_messages, 'showsEmail', shows_email,
        'isPublic', is_public, 'isIndexed', is_indexed, 'createdAt', created_at, 'updatedAt', updated_at) as item
     from connection_profiles where user_id = {owner}::uuid and user_id > {after}::uuid order by user_id`,
)
