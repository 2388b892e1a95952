import { lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { passwordResets } from '#server/db/tables/users'

const save = statement('reset-save', {
  takes: { userId: 'uuid', askedFrom: 'text', tokenHash: 'bytea', minutes: 'int4' },
  text: `insert into password_resets (user_id, asked_from, token_hash, expires_at)
    values ({userId}::uuid, {askedFrom}::text, {tokenHash}::bytea, now() + make_interval(mins => {minutes}::int))
    on conflict (user_id, asked_from) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
})

/** A requester has only one valid link per account, the newest. */
export async function saveReset(
  db: Queryable,
  reset: { userId: string; askedFrom: string; tokenHash: Buffer; minutes: number },
): Promise<void> {
  await save.count(db, reset)
}

const ofToken = 'token_hash = {tokenHash}::bytea and expires_at > now()'

const live = statement('reset-live', {
  takes: { tokenHash: 'bytea' },
  text: `select 1 from password_resets where ${ofToken}`,
})

export async function isLiveReset(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await live.count(db, { tokenHash })) === 1
}

const spend = statement('reset-spend', {
  takes: { tokenHash: 'bytea' },
  gives: row<{ userId: string }>({ userId: 'uuid' }),
  text: `delete from password_resets where user_id in (select user_id from password_resets where ${ofToken})
    returning user_id as "userId"`,
})

/** Uses up the link and all others of the account; null if already used or expired. */
export async function spendReset(db: Queryable, tokenHash: Buffer): Promise<string | null> {
  return (await spend.first(db, { tokenHash }))?.userId ?? null
}

export async function deleteExpiredResets(db: Queryable): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}
