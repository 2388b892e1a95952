import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { users } from '#server/db/tables/users'
import type { UserRow } from '#server/modules/users/store'

export async function markVerified(
  tx: Transaction,
  id: string,
  { keepsPassword }: { keepsPassword: boolean },
): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`now()`, ...(keepsPassword ? {} : { passwordHash: null }) })
    .where(eq(users.id, id))
    .returning()
  if (!row) throw new Error('the locked user is gone')
  return row
}
