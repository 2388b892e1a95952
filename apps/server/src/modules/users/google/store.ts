import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/db/client'
import { users } from '#server/db/tables/users'
import type { UserRow } from '#server/modules/users/store'

export async function findUserByGoogleId(db: Queryable, googleId: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.googleId, googleId))
  return row ?? null
}

export async function linkGoogle(tx: Transaction, userId: string, googleId: string): Promise<UserRow> {
  const [row] = await tx.update(users).set({ googleId }).where(eq(users.id, userId)).returning()
  if (!row) throw new Error('the locked user is gone')
  return row
}
