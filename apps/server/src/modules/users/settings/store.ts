import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { users } from '#server/db/tables/users'

type Change = Partial<Pick<typeof users.$inferInsert, 'name' | 'username' | 'notify'>>

export async function updateUser(
  db: Queryable,
  id: string,
  change: Change,
): Promise<'done' | 'username-taken'> {
  if (Object.keys(change).length === 0) return 'done'
  try {
    await db.update(users).set(change).where(eq(users.id, id))
    return 'done'
  } catch (error) {
    if (isUniqueViolation(error)) return 'username-taken'
    throw error
  }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}
