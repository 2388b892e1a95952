import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/db/client'
import { sessions, users } from '#server/db/tables/users'
import { lockUser } from '#server/modules/users/store'

type Change = Partial<Pick<typeof users.$inferInsert, 'name' | 'notify' | 'usesAi' | 'aiToldHost'>>

export async function updateUser(db: Queryable, id: string, change: Change): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(users).set(change).where(eq(users.id, id))
}

/** Locks the user; false when the session has ended meanwhile. */
export async function lockSignedIn(
  tx: Transaction,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> {
  await lockUser(tx, id)
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  return rows.length === 1
}

/** False for a user who is not there. */
export async function stopMails(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.update(users).set({ notify: 'OFF' }).where(eq(users.id, id))
  return rowCount === 1
}
