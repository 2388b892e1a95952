import { createHash } from 'node:crypto'
import { idempotencyHours } from '@wingmark/contract/limits'
import { eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { idempotencyKeys } from '#server/db/tables/platform'
import { DomainError } from '#server/platform/domain-error'

/**
 * A call's key for services: path, sent key, digest of the request. Earlier versions' keys lack the digest, matching
 * any.
 */
export const requestKey = (path: string, key: string): string => `${path} ${key}`
export function withRequest(key: string | null, asked: unknown): string | null {
  if (key === null) return null
  const digest = createHash('sha256').update(JSON.stringify(asked, inOrder)).digest('base64url')
  return `${key} ${digest}`
}

/** For `JSON.stringify`: equal objects give equal text. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// The services' key without the digest.
const bare = `split_part({key}::text, ' ', 1) || ' ' || split_part({key}::text, ' ', 2)`
const request = `nullif(split_part({key}::text, ' ', 3), '')`
const isSame = needs('idempotency_keys')`coalesce(idempotency_keys.request = ${request}, true)`

type Found = { resultId: string; isSame: boolean }
const result = row<Found>({ resultId: 'uuid', isSame: 'bool' })

/** Throws KEY_REUSED, with the existing id, for a key that came with another request. */
function sameOnly({ resultId, isSame }: Found): string {
  if (!isSame) throw new DomainError('KEY_REUSED', { existing: resultId })
  return resultId
}

const claimed = statement('idempotency-claim', {
  takes: { actor: 'uuid', key: 'text', result: 'uuid' },
  gives: result,
  text: `insert into idempotency_keys (actor, key, result_id, request)
    values ({actor}::uuid, ${bare}, {result}::uuid, ${request})
    on conflict (actor, key) do update set actor = excluded.actor
    returning result_id as "resultId", ${isSame} as "isSame"`,
})

/** Claims a key for a new thing in this transaction. Returns an earlier call's id or null; waits. Throws KEY_REUSED. */
export async function claimIdempotencyKey(
  tx: Queryable,
  claim: { actor: string; key: string | null; resultId: string },
): Promise<string | null> {
  if (claim.key === null) return null
  const { actor, key, resultId } = claim
  const made = await claimed.first(tx, { actor, key, result: resultId })
  return made === null || made.resultId === resultId ? null : sameOnly(made)
}

type Numbered = { actor: string; key: string | null }

const numberIs = statement('idempotency-number', {
  takes: { actor: 'uuid', key: 'text', number: 'int4' },
  text: `update idempotency_keys set number = {number}::int where actor = {actor}::uuid and key = ${bare}`,
})
const numberWas = statement('idempotency-number-was', {
  takes: { actor: 'uuid', key: 'text' },
  gives: row<{ number: number | null }>({ number: 'int4' }),
  text: `select number from idempotency_keys where actor = {actor}::uuid and key = ${bare}`,
})

/** Keeps the number of what a claimed key made. */
export async function keepNumber(tx: Queryable, { key, ...given }: Numbered & { number: number }) {
  if (key !== null) await numberIs.count(tx, { ...given, key })
}

/** Null for a key of a release that kept none. */
export async function findNumber(tx: Queryable, { actor, key }: Numbered): Promise<number | null> {
  return key === null ? null : ((await numberWas.first(tx, { actor, key }))?.number ?? null)
}

/**
 * `claimIdempotencyKey` inside a statement that has a part `checks`: `claim` must return this call's `id`. Only
 * `findIdempotentResult` compares requests.
 */
export const claimKey = (isInOrder: string) =>
  needs('checks')`insert into idempotency_keys (actor, key, result_id, request)
  select {actor}::uuid, ${bare}, {id}::uuid, ${request} from checks where {key}::text is not null and ${isInOrder}
  on conflict (actor, key) do update set actor = excluded.actor
  returning result_id`
export const isOwnClaim = needs('claim')`({key}::text is null or {id}::uuid in (select result_id from claim))`

const found = statement('idempotency-find', {
  takes: { actor: 'uuid', key: 'text' },
  gives: result,
  text: `select result_id as "resultId", ${isSame} as "isSame" from idempotency_keys
    where actor = {actor}::uuid and key = ${bare}`,
})

/** The id that an earlier, finished call stored under this key. Throws KEY_REUSED. */
export async function findIdempotentResult(
  db: Queryable,
  claim: { actor: string; key: string },
): Promise<string | null> {
  const known = await found.first(db, claim)
  return known && sameOnly(known)
}

const forgotten = statement('idempotency-forget', {
  takes: { actor: 'uuid', key: 'text' },
  text: `delete from idempotency_keys where actor = {actor}::uuid and key = ${bare}`,
})

/** A failed call can be repeated with its key. */
export async function forgetIdempotencyKey(
  db: Queryable,
  { actor, key }: { actor: string; key: string },
): Promise<void> {
  await forgotten.count(db, { actor, key })
}

export async function sweepIdempotencyKeys(db: Queryable): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${idempotencyHours})`))
}

export async function deleteKeysOf(tx: Queryable, actor: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actor, actor))
}
