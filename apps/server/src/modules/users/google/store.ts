import { eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/db/client'
import { users } from '#server/db/tables/users'
import type { UserRow } from '#server/modules/users/store'

export async function findUserByGoogleId(db: Queryable, googleId: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.googleId, googleId))
  return row ?? null
}

export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  return row ?? null
}

export async function linkGoogle(
  tx: Transaction,
  userId: string,
  link: { googleId: string; keepsPassword: boolean },
): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({
      googleId: link.googleId,
      emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
      ...(link.keepsPassword ? {} : { passwordHash: null }),
    })
    .where(eq(users.id, userId))
    .returning()
  if (!row) throw new Error('the locked user is gone')
  return row
}
