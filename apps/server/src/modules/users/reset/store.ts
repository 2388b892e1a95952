import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

/** The newest link that somebody has asked for an account is the only one of theirs. */
export async function saveReset(
  db: Queryable,
  reset: { userId: string; askedFrom: string; tokenHash: Buffer; minutes: number },
): Promise<void> {
  await db.execute(sql`
    insert into password_resets (user_id, asked_from, token_hash, expires_at)
    values (${reset.userId}, ${reset.askedFrom}, ${reset.tokenHash}, now() + make_interval(mins => ${reset.minutes}::int))
    on conflict (user_id, asked_from) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
}

export async function isLiveReset(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from password_resets where token_hash = ${tokenHash} and expires_at > now()`,
  )
  return rows.length === 1
}

/** Spends the link, and with it every other of the account; null when somebody was faster, or it has expired. */
export async function spendReset(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    delete from password_resets where user_id in (
      select user_id from password_resets where token_hash = ${tokenHash} and expires_at > now())
    returning user_id as "userId"`)
  return rows[0]?.userId ?? null
}

export async function deleteExpiredResets(db: Queryable): Promise<void> {
  await db.execute(sql`delete from password_resets where expires_at < now()`)
}
