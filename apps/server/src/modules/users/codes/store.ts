import { lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { loginCodes } from '#server/db/tables/users'

const save = statement('login-code-save', {
  takes: { email: 'text', askedFrom: 'text', codeHash: 'text', minutes: 'int4' },
  text: `insert into login_codes (email, asked_from, code_hash, expires_at)
    values ({email}::text, {askedFrom}::text, {codeHash}::text, now() + make_interval(mins => {minutes}::int))
    on conflict (email, asked_from) do update
      set code_hash = excluded.code_hash, tries = 0, strange_tries = 0, expires_at = excluded.expires_at`,
})

/** A requester has only one valid code per address, the newest. */
export async function saveLoginCode(
  db: Queryable,
  code: { email: string; askedFrom: string; codeHash: string; minutes: number },
): Promise<void> {
  await save.count(db, code)
}

type Given = {
  email: string
  codeHash: string
  /** Identities that may have requested the code. */
  keys: readonly string[]
  maxTries: number
  maxStrange: number
}

const isOwn = 'asked_from = any({keys}::text[])'

const judge = statement('login-code-judge', {
  takes: { email: 'text', codeHash: 'text', keys: 'text[]', maxTries: 'int4', maxStrange: 'int4' },
  gives: row<{ isRight: boolean }>({ isRight: 'bool' }),
  text: `with judged as (
      select email, asked_from, ${isOwn} as is_own from login_codes
      where email = {email}::text and tries < {maxTries}::int and expires_at > now()
        and (strange_tries < {maxStrange}::int or ${isOwn})
      order by ${isOwn} desc, expires_at desc limit 1 for update
    )
    update login_codes c
    set tries = case when c.code_hash = {codeHash}::text then {maxTries}::int else c.tries + 1 end,
      strange_tries = c.strange_tries + (not j.is_own)::int
    from judged j where c.email = j.email and c.asked_from = j.asked_from
    returning c.code_hash = {codeHash}::text as "isRight"`,
})

/**
 * One statement, so parallel tries cannot pass `maxTries`, nor strangers' `maxStrange`. Uses up the right code. Null without one.
 */
export async function judgeLoginCode(db: Queryable, given: Given): Promise<boolean | null> {
  return (await judge.first(db, given))?.isRight ?? null
}

export async function deleteExpiredCodes(db: Queryable): Promise<void> {
  await db.delete(loginCodes).where(lt(loginCodes.expiresAt, sql`now()`))
}
