import { messageLimitReached, type SendMessageBody } from '@wingmark/contract/messages'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { addUserEvents, wakeInboxes } from '#server/modules/events/service'
import { decideWriting, type Verdict } from '#server/modules/messages/policy'
import {
  findStanding,
  insertMessage,
  lockConversation,
  tellOfRequest,
  tieFiles,
} from '#server/modules/messages/send/store'
import { charge } from '#server/modules/users/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

const toSelf = () => invalidFields({ to: 'You cannot write to yourself.' })

type Refusal = Exclude<Verdict, 'OPEN' | 'REQUEST' | 'ANSWER'>

const refusals: Record<Refusal, () => DomainError> = {
  HIDDEN: notFound,
  WAITING: () =>
    new DomainError('CONFLICT', { message: 'Your first message is a request. Wait for an answer.' }),
  NEEDS_PROFILE: () =>
    new DomainError('FORBIDDEN', { message: 'Build your Connection Profile to write to this person.' }),
  CLOSED: () =>
    new DomainError('FORBIDDEN', { message: 'This person takes messages from their connections only.' }),
}

const isRefusal = (verdict: Verdict): verdict is Refusal => verdict in refusals

/**
 * Writes to somebody: message, files, counter and what both are told in one transaction. Answers the message's id; the same
 * key makes nothing twice. Throws NOT_FOUND, FORBIDDEN, CONFLICT, INVALID_FIELDS, and RATE_LIMITED once the day's are used up.
 */
export async function send(
  deps: Deps,
  actor: UserActor,
  body: SendMessageBody,
  key: string | null,
): Promise<string> {
  const other = body.to.toLowerCase()
  if (other === actor.id) throw toSelf()
  await deps.limits.consume({ messageByUser: actor.id })
  const id = uuid()
  const earlier = await deps.db.orm.transaction(async (tx) => {
    const made = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: id })
    if (made === null) await write(tx, actor, { ...body, to: other }, id)
    return made
  })
  if (earlier !== null) return earlier
  wakeInboxes(deps, [actor.id, other])
  return id
}

async function write(tx: Transaction, actor: UserActor, body: SendMessageBody, id: string): Promise<void> {
  const pair = { user: actor.id, other: body.to }
  // Before anything is locked: to nobody nothing can be written.
  const standing = await findStanding(tx, pair)
  if (!standing) throw notFound()
  const conversation = await lockConversation(tx, { id: uuid(), ...pair })
  const agreed = conversation.lastSeq === 0 ? null : conversation
  const verdict = decideWriting(standing, agreed, actor.id)
  if (isRefusal(verdict)) throw refusals[verdict]()
  const isRequest = verdict === 'REQUEST'
  const files = [...new Set(body.files.map((file) => file.toLowerCase()))]
  if (isRequest && files.length > 0)
    throw invalidFields({ files: 'A first message cannot have files. Wait for an answer.' })
  await insertMessage(tx, {
    id,
    conversation: conversation.id,
    seq: conversation.lastSeq + 1,
    ...pair,
    message: body.message,
    isOpen: verdict === 'ANSWER' || (conversation.isOpen && !standing.isConnected),
    requestBy: isRequest ? actor.id : null,
  })
  if (files.length > 0 && (await tieFiles(tx, { message: id, user: actor.id, files })) < files.length)
    throw invalidFields({ files: 'One or more files were not found.' })
  await charge(tx, actor.id, { meter: 'MESSAGES', points: 1, refusal: messageLimitReached })
  if (isRequest) {
    const title = `${actor.name} would like to write to you`
    const target = await tellOfRequest(tx, { user: body.to, title, by: actor.name, person: actor.id })
    await addUserEvents(tx, 'notification.created', [{ user: body.to, target }])
  }
  await addUserEvents(tx, 'message.created', [
    { user: actor.id, target: id },
    { user: body.to, target: id },
  ])
}

/** Who somebody is to the caller, and whether a message would be a request. Throws NOT_FOUND. */
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
