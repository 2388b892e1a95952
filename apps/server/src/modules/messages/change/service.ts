import { messageEditMinutes } from '@wingmark/contract/limits'
import type { Queryable, Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { addUserEvents, signalInboxes } from '#server/modules/events/service'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import {
  buryMessage,
  changeWords,
  listFilesOfMessage,
  lockConversationByMessage,
  lockConversationOf,
  openConversation,
  setRead,
} from '#server/modules/messages/change/store'
import { findMessage, type MessageRow } from '#server/modules/messages/store'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'

/** Idempotent. Throws NOT_FOUND, FORBIDDEN for the caller's own request. */
export async function accept(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await deps.limits.consume({ messageByUser: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const found = await lockConversationOf(tx, { id, user: actor.id })
    if (!found) throw notFound()
    if (found.requestBy === null) return []
    if (found.requestBy === actor.id) throw forbidden()
    await openConversation(tx, id)
    return tell(tx, found.people, id)
  })
  signalInboxes(deps, notified)
}

/** Throws NOT_FOUND. For a request, only the reader's own pages get the event. */
export async function markRead(deps: Deps, actor: UserActor, id: string, upTo: number): Promise<void> {
  await deps.limits.consume({ messageReadByUser: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const found = await lockConversationOf(tx, { id, user: actor.id })
    if (!found) throw notFound()
    if (!(await setRead(tx, { id, user: actor.id, upTo: Math.min(upTo, found.lastSeq) }))) return []
    return tell(tx, found.requestBy === null ? found.people : [actor.id], id)
  })
  signalInboxes(deps, notified)
}

/** Throws NOT_FOUND, FORBIDDEN for the other's message, CONFLICT when it is too late. */
export async function edit(deps: Deps, actor: UserActor, id: string, message: string): Promise<void> {
  await requireOwn(deps.db.orm, actor, id)
  await deps.limits.consume({ messageByUser: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const found = await lockConversationByMessage(tx, { message: id, user: actor.id })
    const row = await requireOwn(tx, actor, id)
    if (!found || row.isDeleted) throw notFound()
    if (!row.isFresh)
      throw new DomainError('CONFLICT', {
        message: `A message can be edited for ${messageEditMinutes} minutes.`,
      })
    if (message === '' && row.files.length === 0) throw invalidFields({ message: 'Write a message.' })
    if (message === row.message) return []
    await changeWords(tx, { id, message })
    // A request notifies once: the other person sees the edit when they look again.
    return tell(tx, found.requestBy === null ? found.people : [actor.id], id)
  })
  signalInboxes(deps, notified)
}

/** Deletes its files; a placeholder stays. Idempotent. Throws NOT_FOUND, FORBIDDEN. */
export async function remove(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await requireOwn(deps.db.orm, actor, id)
  await deps.limits.consume({ messageByUser: actor.id })
  const notified = await deps.db.orm.transaction(async (tx) => {
    const found = await lockConversationByMessage(tx, { message: id, user: actor.id })
    if (!found) throw notFound()
    if (!(await buryMessage(tx, id))) return []
    const files = await listFilesOfMessage(tx, id)
    if (files.length > 0) await unsafeDeleteFiles(tx, { ids: files })
    return tell(tx, found.people, id)
  })
  signalInboxes(deps, notified)
}

async function requireOwn(db: Queryable, actor: UserActor, id: string): Promise<MessageRow> {
  const row = await findMessage(db, { id, user: actor.id, editMinutes: messageEditMinutes })
  if (!row) throw notFound()
  if (row.senderId !== actor.id) throw forbidden()
  return row
}

async function tell(tx: Transaction, people: readonly string[], target: string): Promise<readonly string[]> {
  await addUserEvents(
    tx,
    'conversation.changed',
    people.map((user) => ({ user, target })),
  )
  return people
}
