import { aiIsOff, aiIsWriting, aiNotSetUp, aiUsedUp } from '@wingmark/contract/ai'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey, forgetIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { findUser, reserve, settleReservation } from '#server/modules/users/service'
import type { Ai } from '#server/platform/ai'
import { AiError } from '#server/platform/ai-error'
import { DomainError } from '#server/platform/domain-error'
import { unguessableId } from '#server/platform/ids'

export type Asking = {
  idempotencyKey: string | null
  /** Ends the call at the service. */
  signal: AbortSignal
}

export type Reserved = {
  /** Characters that the answer may have. */
  amount: number
  /** So many were given so far: they are counted, also when the rest never comes. */
  give(characters: number): void
}

/** `keep` runs in the transaction that counts. */
type Answered<T> = { used: number; result: T; keep?: (tx: Transaction) => Promise<void> }

/** Throws UNAVAILABLE where none is set up, FORBIDDEN for who switched it off. */
export async function requireAi(deps: Deps, actor: UserActor): Promise<Ai> {
  if (!deps.ai) throw new DomainError('UNAVAILABLE', { message: aiNotSetUp })
  const user = await findUser(deps.db.orm, actor.id)
  if (user?.usesAi === false) throw new DomainError('FORBIDDEN', { message: aiIsOff })
  return deps.ai
}

/**
 * Reserves characters, lets `work` ask, and counts what came of it, once for one idempotency key: whoever sends it again
 * while this process still knows the answer is given the same.
 */
export async function answerOnce<T>(
  deps: Deps,
  actor: UserActor,
  { idempotencyKey, signal }: Asking,
  wanted: number,
  work: (reserved: Reserved) => Promise<Answered<T>>,
): Promise<T> {
  const known = idempotencyKey === null ? null : `${actor.id} ${idempotencyKey}`
  const running = known === null ? undefined : deps.memory.ai.get<T>(known)
  if (running) return running
  const answer = answerCounted(deps, actor, { idempotencyKey, signal }, wanted, work)
  if (known !== null) deps.memory.ai.keep(known, answer)
  return answer
}

async function answerCounted<T>(
  deps: Deps,
  actor: UserActor,
  { idempotencyKey, signal }: Asking,
  wanted: number,
  work: (reserved: Reserved) => Promise<Answered<T>>,
): Promise<T> {
  await deps.limits.consume({ aiByUser: actor.id })
  const id = unguessableId()
  const amount = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) throw new DomainError('CONFLICT', { message: 'This was asked for already.' })
    return reserve(tx, actor.id, {
      id,
      meter: 'AI_CHARACTERS',
      wanted,
      busy: aiIsWriting,
      refusal: aiUsedUp,
    })
  })
  let given = 0
  try {
    signal.throwIfAborted()
    const { used, result, keep } = await work({ amount, give: (characters) => (given = characters) })
    await deps.db.orm.transaction(async (tx) => {
      await settleReservation(tx, { id, used })
      await keep?.(tx)
    })
    return result
  } catch (error) {
    await settleReservation(deps.db.pool, { id, used: given })
    if (idempotencyKey !== null)
      await forgetIdempotencyKey(deps.db.orm, { actor: actor.id, key: idempotencyKey })
    throw told(error, given)
  }
}

function told(error: unknown, given: number): unknown {
  if (!(error instanceof AiError)) return error
  const counted =
    given === 0 ? 'Nothing was counted.' : `${given.toLocaleString('en')} characters were counted.`
  return new DomainError('UNAVAILABLE', {
    message: `${error.message} ${counted}`,
    retryAfterSeconds: error.retryAfterSeconds,
  })
}
