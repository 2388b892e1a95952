import { messageLimitReached, type SendMessageBody } from '@wingmark/contract/messages'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { addUserEvents, signalInboxes } from '#server/modules/events/service'
import { decideWriting, type Verdict } from '#server/modules/messages/policy'
import {
  findStanding,
  insertRequestNotification,
  lockToWrite,
  writeMessage,
} from '#server/modules/messages/send/store'
import type { MessageRow } from '#server/modules/messages/store'
import { meterUsedUp } from '#server/modules/users/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

const toSelf = () => invalidFields({ to: 'You can’t message yourself.' })

type Refusal = Exclude<Verdict, 'OPEN' | 'REQUEST' | 'ANSWER'>

const refusals: Record<Refusal, () => DomainError> = {
  HIDDEN: notFound,
  WAITING: () =>
    new DomainError('CONFLICT', { message: 'Your first message is a request. Wait for an answer.' }),
  NEEDS_PROFILE: () =>
    new DomainError('FORBIDDEN', { message: 'Build your Connection Profile to write to this person.' }),
  CLOSED: () => new DomainError('FORBIDDEN', { message: 'Only connections can message this person.' }),
}

const isRefusal = (verdict: Verdict): verdict is Refusal => verdict in refusals

/**
 * Idempotent by key; returns only the id with files or for repeats. Throws NOT_FOUND, FORBIDDEN, CONFLICT,
 * INVALID_FIELDS, RATE_LIMITED.
 */
export async function send(
  deps: Deps,
  actor: UserActor,
  body: SendMessageBody,
  key: string | null,
): Promise<MessageRow | { id: string }> {
  const other = body.to.toLowerCase()
  if (other === actor.id) throw toSelf()
  await deps.limits.consume({ messageByUser: actor.id })
  const id = uuid()
  const sent = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: id })
    return earlier === null ? write(tx, actor, { ...body, to: other }, id) : { id: earlier }
  })
  if (sent.id === id) signalInboxes(deps, [actor.id, other])
  return sent
}

async function write(
  tx: Transaction,
  actor: UserActor,
  body: SendMessageBody,
  id: string,
): Promise<MessageRow | { id: string }> {
  const pair = { user: actor.id, other: body.to }
  const found = await lockToWrite(tx, { id: uuid(), ...pair })
  if (!found) throw notFound()
  const { conversation, isOpen } = found
  const verdict = decideWriting(found, found.lastSeq === 0 ? null : found, actor.id)
  if (isRefusal(verdict)) throw refusals[verdict]()
  const isRequest = verdict === 'REQUEST'
  const files = [...new Set(body.files.map((file) => file.toLowerCase()))]
  if (isRequest && files.length > 0)
    throw invalidFields({ files: 'A first message can’t have files. Wait for an answer.' })
  const { message } = body
  const seq = found.lastSeq + 1
  const request = isRequest ? await notifyOfRequest(tx, actor, body.to) : null
  const written = await writeMessage(tx, {
    ...{ id, conversation, seq, ...pair, message, files },
    isOpen: verdict === 'ANSWER' || (isOpen && !found.isConnected),
    requestBy: isRequest ? actor.id : null,
  })
  if (written.tiedFiles < files.length) throw invalidFields({ files: 'One or more files weren’t found.' })
  if (!written.isCharged) throw await usedUp(tx, actor, written.limit)
  if (request !== null) await addUserEvents(tx, 'notification.created', [{ user: body.to, target: request }])
  if (files.length > 0) return { id }
  const { createdAt } = written
  const unchanged = { editedAt: null, isDeleted: false, isFresh: true, files: [] }
  return { id, conversationId: conversation, seq, senderId: actor.id, message, createdAt, ...unchanged }
}

async function usedUp(tx: Transaction, actor: UserActor, limit: number | null): Promise<DomainError> {
  if (limit === null) return notFound()
  return meterUsedUp(tx, actor.id, { meter: 'MESSAGES', message: messageLimitReached(limit) })
}

const notifyOfRequest = (tx: Transaction, { id, name }: UserActor, user: string) =>
  insertRequestNotification(tx, { user, title: `${name} wants to message you`, by: name, person: id })

/** The other person and whether a message would be a request. Throws NOT_FOUND. */
export async function requireOther(
  deps: Deps,
  actor: UserActor,
  other: string,
  agreed: Parameters<typeof decideWriting>[1],
) {
  if (other === actor.id) throw toSelf()
  const standing = await findStanding(deps.db.pool, { user: actor.id, other })
  if (!standing) throw notFound()
  const verdict = decideWriting(standing, agreed, actor.id)
  if (verdict === 'HIDDEN') throw notFound()
  const { name, username, avatar } = standing
  return {
    person: { _id: other, name, username, avatar },
    isRequest: verdict === 'REQUEST',
    refusal: isRefusal(verdict) ? refusals[verdict]().message : null,
  }
}
