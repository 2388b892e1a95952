import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'

/** The newest code that somebody has asked for an address is the only one of theirs. */
export async function saveLoginCode(
  db: Queryable,
  code: { email: string; askedFrom: string; codeHash: string; minutes: number },
): Promise<void> {
  await db.execute(sql`
    insert into login_codes (email, asked_from, code_hash, expires_at)
    values (${code.email}, ${code.askedFrom}, ${code.codeHash}, now() + make_interval(mins => ${code.minutes}::int))
    on conflict (email, asked_from) do update
      set code_hash = excluded.code_hash, tries = 0, strange_tries = 0, expires_at = excluded.expires_at`)
}

type Given = {
  email: string
  codeHash: string
  /** As whom the code may have been asked for. */
  keys: readonly string[]
  maxTries: number
  maxStrange: number
}

/**
 * Counts the try and judges it in one statement, so that no number of parallel tries gets past `maxTries`, nor those of
 * others than who asked past `maxStrange`; the right one spends the code. Null when there is no code to judge by: spent,
 * expired, or never sent.
 */
export async function judgeLoginCode(db: Queryable, given: Given): Promise<boolean | null> {
  const isOwn = sql`asked_from in (select jsonb_array_elements_text(${JSON.stringify(given.keys)}::jsonb))`
  const { rows } = await db.execute<{ isRight: boolean }>(sql`
    with judged as (
      select email, asked_from, ${isOwn} as is_own from login_codes
      where email = ${given.email} and tries < ${given.maxTries}::int and expires_at > now()
        and (strange_tries < ${given.maxStrange}::int or ${isOwn})
      order by ${isOwn} desc, expires_at desc limit 1 for update
    )
    update login_codes c
    set tries = case when c.code_hash = ${given.codeHash} then ${given.maxTries}::int else c.tries + 1 end,
      strange_tries = c.strange_tries + (not j.is_own)::int
    from judged j where c.email = j.email and c.asked_from = j.asked_from
    returning c.code_hash = ${given.codeHash} as "isRight"`)
  return rows[0]?.isRight ?? null
}

export async function deleteExpiredCodes(db: Queryable): Promise<void> {
  await db.execute(sql`delete from login_codes where expires_at < now()`)
}
