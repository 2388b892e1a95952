import { setTimeout as sleep } from 'node:timers/promises'
import { aiIsWriting, aiUsedUp } from '@wingmark/contract/ai'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey, findIdempotentResult, forgetIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { findAnswer, keepAnswer } from '#server/modules/ai/requests/store'
import { isReserved, reserve, settleReservation } from '#server/modules/users/service'
import { AiError } from '#server/platform/ai-error'
import { DomainError } from '#server/platform/domain-error'
import { unguessableId } from '#server/platform/ids'

export type Asking = {
  idempotencyKey: string | null
  /** Aborts the call to the AI service. */
  signal: AbortSignal
}

export type Reserved = {
  /** Characters allowed for the answer. */
  amount: number
  /** Charges the characters sent so far, even if the rest never arrives. */
  give(characters: number): void
}

/** `keep` runs in the transaction that charges. */
type Answered<T> = { used: number; result: T; keep?: (tx: Transaction) => Promise<void> }

/** Reserves characters, runs `work` and charges its result. Calls with one idempotency key share one answer, across processes. */
export async function answerOnce<T extends object>(
  deps: Deps,
  actor: UserActor,
  { idempotencyKey, signal }: Asking,
  wanted: number,
  work: (reserved: Reserved) => Promise<Answered<T>>,
): Promise<T> {
  const id = unguessableId()
  for (;;) {
    // Side by side: the first word waits for both.
    const [begun, refused] = await Promise.all([
      begin(deps, actor, { id, idempotencyKey, wanted }),
      deps.limits.consume({ aiByUser: actor.id }).then(nothing, (error: unknown) => error),
    ])
    if (typeof begun === 'number')
      return answerCounted(deps, actor, { id, idempotencyKey, signal, amount: begun, refused }, work)
    if (refused === null) await deps.limits.giveBack({ aiByUser: actor.id })
    const given = await waitForAnswer(deps, actor, begun, signal)
    if (given !== null) return given as T
    // A failed call frees its key, unless the result has long gone.
    const held = await findIdempotentResult(deps.db.orm, { actor: actor.id, key: idempotencyKey ?? '' })
    if (held === begun.earlier) throw new DomainError('CONFLICT', { message: 'This was already requested.' })
  }
}

const nothing = () => null

type Begun = number | { earlier: string }

/** The reserved characters, or the call whose answer it waits for. */
async function begin(
  { db }: Deps,
  actor: UserActor,
  { id, idempotencyKey, wanted }: { id: string; idempotencyKey: string | null; wanted: number },
): Promise<Begun> {
  return db.orm.transaction(async (tx): Promise<Begun> => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return { earlier }
    const meter = 'AI_CHARACTERS'
    return reserve(tx, actor.id, { id, meter, wanted, busy: aiIsWriting, refusal: aiUsedUp })
  })
}

const lookEveryMs = 100

/** Null once no call is running and there is no answer. */
async function waitForAnswer(
  { db }: Deps,
  actor: UserActor,
  { earlier: id }: { earlier: string },
  signal: AbortSignal,
): Promise<object | null> {
  for (;;) {
    // In this order: the transaction that settles the reservation also stores the answer.
    const isRunning = await isReserved(db, id)
    const given = await findAnswer(db, { id, user: actor.id })
    if (given !== null || !isRunning) return given
    await sleep(lookEveryMs, undefined, { signal })
  }
}

async function answerCounted<T extends object>(
  deps: Deps,
  actor: UserActor,
  { id, idempotencyKey, signal, amount, refused }: Asking & { id: string; amount: number; refused: unknown },
  work: (reserved: Reserved) => Promise<Answered<T>>,
): Promise<T> {
  let given = 0
  try {
    if (refused !== null) throw refused
    signal.throwIfAborted()
    const { used, result, keep } = await work({ amount, give: (characters) => (given = characters) })
    await deps.db.orm.transaction(async (tx) => {
      await settleReservation(tx, { id, used })
      await keep?.(tx)
      if (idempotencyKey !== null) await keepAnswer(tx, { id, user: actor.id, answer: result })
    })
    return result
  } catch (error) {
    await deps.db.orm.transaction(async (tx) => {
      await settleReservation(tx, { id, used: given })
      if (idempotencyKey !== null) await forgetIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey })
    })
    throw notified(error, given)
  }
}

function notified(error: unknown, given: number): unknown {
  if (!(error instanceof AiError)) return error
  const counted =
    given === 0 ? 'Nothing was counted.' : `${given.toLocaleString('en')} characters were counted.`
  return new DomainError('UNAVAILABLE', {
    message: `${error.message} ${counted}`,
    retryAfterSeconds: error.retryAfterSeconds,
  })
}
