import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

/** The newest code of an address is its only one. */
export async function saveLoginCode(
  db: Queryable,
  code: { email: string; codeHash: string; minutes: number },
): Promise<void> {
  await db.execute(sql`
    insert into login_codes (email, code_hash, tries, expires_at)
    values (${code.email}, ${code.codeHash}, 0, now() + make_interval(mins => ${code.minutes}::int))
    on conflict (email) do update set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`)
}

/**
 * Counts the try and judges it in one statement, so that no number of parallel tries gets past `maxTries`;
 * the right one spends the code. Null when there is no code to judge by: spent, expired, or never sent.
 */
export async function judgeLoginCode(
  db: Queryable,
  given: { email: string; codeHash: string; maxTries: number },
): Promise<boolean | null> {
  const { rows } = await db.execute<{ isRight: boolean }>(sql`
    update login_codes
    set tries = case when code_hash = ${given.codeHash} then ${given.maxTries}::int else tries + 1 end
    where email = ${given.email} and tries < ${given.maxTries}::int and expires_at > now()
    returning code_hash = ${given.codeHash} as "isRight"`)
  return rows[0]?.isRight ?? null
}

export async function deleteExpiredCodes(db: Queryable): Promise<void> {
  await db.execute(sql`delete from login_codes where expires_at < now()`)
}
