import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { users } from '#server/db/tables/users'

export async function setUsername(db: Queryable, id: string, username: string): Promise<void> {
  await db.update(users).set({ username }).where(eq(users.id, id))
}
