import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'

/** Tries for one code. */
const triesMax = 5
const codeMinutes = 10

type Asked = { round: string; guest: string }

const put = statement('round-verification-put', {
  takes: { round: 'uuid', guest: 'uuid', email: 'text' },
  text: `insert into round_verifications as v (round_id, guest_id, email)
    values ({round}::uuid, {guest}::uuid, {email}::text)
    on conflict (round_id, guest_id) do update set email = excluded.email, code_hash = null, expires_at = null,
      verified_at = case when v.email = excluded.email then v.verified_at end`,
})

/** An address that someone says is theirs. */
export const putAddress = (tx: Queryable, given: Asked & { email: string }) => put.count(tx, given)

const address = statement('round-verification-address', {
  takes: { round: 'uuid', guest: 'uuid' },
  gives: row<{ email: string; name: string }>({ email: 'text', name: 'text' }),
  text: `select v.email, r.name from round_verifications v join rounds d on d.id = v.round_id and d.state = 'OPEN'
      join reviews r on r.id = d.review_id and r.deleted_at is null
    where v.round_id = {round}::uuid and v.guest_id = {guest}::uuid and v.verified_at is null`,
})

/** Null if verified, or the round was closed meanwhile. */
export const findAddress = (db: Database, asked: Asked) => address.first(db.pool, asked)

const save = statement('round-verification-code', {
  takes: { round: 'uuid', guest: 'uuid', hash: 'text' },
  text: `update round_verifications set code_hash = {hash}::text, tries = 0,
      expires_at = now() + interval '${codeMinutes} minutes'
    where round_id = {round}::uuid and guest_id = {guest}::uuid`,
})

export const saveCode = (db: Database, given: Asked & { hash: string }) => save.count(db.pool, given)

const attempt = statement('round-verification-try', {
  takes: { round: 'uuid', guest: 'uuid' },
  gives: row<{ hash: string; email: string }>({ hash: 'text', email: 'text' }),
  text: `update round_verifications set tries = tries + 1
    where round_id = {round}::uuid and guest_id = {guest}::uuid and code_hash is not null
      and expires_at > now() and tries < ${triesMax}
    returning code_hash as hash, email`,
})

/** Counts a try. Null if there is no code to try. */
export const countTry = (db: Database, asked: Asked) => attempt.first(db.pool, asked)

const verify = statement('round-verification-done', {
  takes: { round: 'uuid', guest: 'uuid', hash: 'text' },
  text: `update round_verifications set verified_at = now(), code_hash = null
    where round_id = {round}::uuid and guest_id = {guest}::uuid and code_hash = {hash}::text`,
})

export const setVerified = (db: Database, given: Asked & { hash: string }) => verify.count(db.pool, given)

const named = statement('round-person-address', {
  takes: { person: 'uuid' },
  gives: row<{ email: string | null }>({ email: 'text' }),
  text: 'select email from round_people where id = {person}::uuid',
})

/** Of someone who was named by address. */
export const findNamedAddress = async (db: Database, person: string | null): Promise<string | null> =>
  person === null ? null : ((await named.first(db.pool, { person }))?.email ?? null)
