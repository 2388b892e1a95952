import type { MailArea } from '@wingmark/contract/mails'
import { eq } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { statement } from '#server/db/statement'
import { sessions, users } from '#server/db/tables/users'
import { lockUser } from '#server/modules/users/store'

type Change = Partial<
  Pick<typeof users.$inferInsert, 'name' | 'notify' | 'mailAreas' | 'theme' | 'usesAi' | 'aiNoticeHost'>
>

export async function updateUser(db: Queryable, id: string, change: Change): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(users).set(change).where(eq(users.id, id))
}

/** Locks the user; false if the session has ended. */
export async function lockSignedIn(
  tx: Transaction,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> {
  await lockUser(tx, id)
  const rows = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  return rows.length === 1
}

const stop = statement('stop-mails', {
  takes: { id: 'uuid', areas: 'text[]' },
  text: `update users set mail_areas = array(select area from unnest(mail_areas) area where area <> all({areas}::text[]))
    where id = {id}::uuid`,
})

/** False without such a user. */
export const stopMails = async (db: Database, id: string, areas: readonly MailArea[]): Promise<boolean> =>
  (await stop.count(db.pool, { id, areas })) === 1
