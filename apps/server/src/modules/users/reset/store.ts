import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

/** The newest link of a user is their only one. */
export async function saveReset(
  db: Queryable,
  reset: { userId: string; tokenHash: Buffer; minutes: number },
): Promise<void> {
  await db.execute(sql`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${reset.userId}, ${reset.tokenHash}, now() + make_interval(mins => ${reset.minutes}::int))
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
}

export async function isLiveReset(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from password_resets where token_hash = ${tokenHash} and expires_at > now()`,
  )
  return rows.length === 1
}

/** Spends the link; null when somebody was faster, or it has expired. */
export async function spendReset(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > now()
    returning user_id as "userId"`)
  return rows[0]?.userId ?? null
}

export async function deleteExpiredResets(db: Queryable): Promise<void> {
  await db.execute(sql`delete from password_resets where expires_at < now()`)
}
