import { idempotencyHours } from '@wingmark/contract/limits'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { idempotencyKeys } from '#server/db/tables/platform'

const result = row<{ resultId: string }>({ resultId: 'uuid' })

const claimed = statement('idempotency-claim', {
  takes: { actor: 'uuid', key: 'text', result: 'uuid' },
  gives: result,
  text: `insert into idempotency_keys (actor, key, result_id) values ({actor}::uuid, {key}::text, {result}::uuid)
    on conflict (actor, key) do update set actor = excluded.actor
    returning result_id as "resultId"`,
})

/**
 * Claims a key for a thing that is about to be made in the same transaction.
 * Answers the id of the thing that an earlier call made with it, or null when this call is the first.
 * A call with the same key that is still running is waited for.
 */
export async function claimIdempotencyKey(
  tx: Queryable,
  claim: { actor: string; key: string | null; resultId: string },
): Promise<string | null> {
  if (claim.key === null) return null
  const { actor, key, resultId } = claim
  const made = await claimed.first(tx, { actor, key, result: resultId })
  return made === null || made.resultId === resultId ? null : made.resultId
}

/**
 * As `claimIdempotencyKey`, inside a statement with the parameters `actor`, `key` and `id` and a part `checks`: claims it
 * when these are in order. In a part named `claim`; the thing is made only if that is this call's own.
 */
export const claimKey = (isInOrder: string) => `insert into idempotency_keys (actor, key, result_id)
  select {actor}::uuid, {key}::text, {id}::uuid from checks where {key}::text is not null and ${isInOrder}
  on conflict (actor, key) do update set actor = excluded.actor
  returning result_id`
export const isOwnClaim = '({key}::text is null or {id}::uuid in (select result_id from claim))'

const found = statement('idempotency-find', {
  takes: { actor: 'uuid', key: 'text' },
  gives: result,
  text: `select result_id as "resultId" from idempotency_keys where actor = {actor}::uuid and key = {key}::text`,
})

/** The id of what an earlier, finished call made with this key. */
export async function findIdempotentResult(
  db: Queryable,
  claim: { actor: string; key: string },
): Promise<string | null> {
  return (await found.first(db, claim))?.resultId ?? null
}

/** What failed can be asked for again with its key. */
export async function forgetIdempotencyKey(
  db: Queryable,
  { actor, key }: { actor: string; key: string },
): Promise<void> {
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)))
}

export async function sweepIdempotencyKeys(db: Queryable): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${idempotencyHours})`))
}

export async function deleteKeysOf(tx: Queryable, actor: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actor, actor))
}
