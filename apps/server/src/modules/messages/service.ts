import { messageEditMinutes } from '@wingmark/contract/limits'
import type * as contract from '@wingmark/contract/messages'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cut, cutToFit, fitting, readIdCursor, unknownCursor } from '#server/http/pages'
import type { ReadUserEvents, UserEventTarget } from '#server/modules/events/service'
import { accept, edit, markRead, remove } from '#server/modules/messages/change/service'
import { presentConversation, presentMessage } from '#server/modules/messages/present'
import { requireOther, send } from '#server/modules/messages/send/service'
import {
  countConversations,
  findBetween,
  findConversation,
  findMessage,
  findNumber,
  listBox,
  listMessages,
  listNotifiedConversations,
  listNotifiedMessages,
} from '#server/modules/messages/store'
import { notFound } from '#server/platform/domain-error'

export { exportMessages, leaveConversations } from '#server/modules/messages/store'

const editMinutes = messageEditMinutes
export async function sendMessage(
  deps: Deps,
  actor: UserActor,
  body: contract.SendMessageBody,
  key: string | null,
) {
  const sent = await send(deps, actor, body, key)
  return 'seq' in sent ? presentMessage(deps, sent, actor) : getMessage(deps, actor, sent.id)
}

export async function listConversations(
  deps: Deps,
  actor: UserActor,
  { cursor, limit, box }: RouteQuery<typeof contract.listConversations>,
) {
  const before = readIdCursor(cursor)
  const [rows, { total, ...unread }] = await Promise.all([
    listBox(deps.db, { user: actor.id, box, before, limit: limit + 1 }),
    countConversations(deps.db, { user: actor.id, box }),
  ])
  const cursorOf = (last: (typeof rows)[number]) => last.lastMessageId
  const read = cut(rows, limit, cursorOf)
  return { ...cutToFit(read, read.shown.map(presentConversation), cursorOf), total, unread }
}

/** The cursor is the number of the previous page's oldest message. */
export async function getConversation(
  deps: Deps,
  actor: UserActor,
  id: string,
  { cursor, limit, around }: RouteQuery<typeof contract.getConversation>,
) {
  const conversation = await requireConversation(deps, actor, id)
  if (cursor !== undefined && !/^[1-9]\d{0,8}$/.test(cursor)) throw unknownCursor()
  const newest = cursor === undefined ? 2 ** 31 - 1 : Number(cursor)
  const middle = around === undefined ? null : await findNumber(deps.db, { conversation: id, id: around })
  const before = middle === null ? newest : middle + Math.ceil(limit / 2)
  const rows = await listMessages(deps.db, { conversation: id, before, limit, editMinutes })
  const presented = rows.map((row) => presentMessage(deps, row, actor))
  // If there are too many, keeps those nearest to the requested one.
  const far = ({ number }: (typeof presented)[number]) => Math.abs(number - (middle ?? newest))
  const results = fitting(presented.toSorted((a, b) => far(a) - far(b))).toSorted(
    (a, b) => b.number - a.number,
  )
  const oldest = results.at(-1)?.number ?? 1
  return {
    conversation,
    results,
    nextCursor: oldest > 1 ? String(oldest) : null,
    total: conversation.lastNumber,
  }
}

export async function getConversationWith(deps: Deps, actor: UserActor, other: string) {
  const id = other.toLowerCase()
  const between = await findBetween(deps.db, { user: actor.id, other: id })
  const found = await requireOther(deps, actor, id, between)
  return { ...found, conversation: between?.id ?? null }
}

export async function answerRequest(
  deps: Deps,
  actor: UserActor,
  id: string,
  body: RouteBody<typeof contract.answerRequest>,
) {
  await requireConversation(deps, actor, id)
  if (body.accept) await accept(deps, actor, id)
  return requireConversation(deps, actor, id)
}

export async function readConversation(deps: Deps, actor: UserActor, id: string, upTo: number) {
  await markRead(deps, actor, id, upTo)
  return requireConversation(deps, actor, id)
}

export async function editMessage(deps: Deps, actor: UserActor, id: string, message: string) {
  await edit(deps, actor, id, message)
  return getMessage(deps, actor, id)
}

export async function deleteMessage(deps: Deps, actor: UserActor, id: string) {
  await remove(deps, actor, id)
  return getMessage(deps, actor, id)
}

/** For the live stream: two statements, however many people. */
async function loadTargets(deps: Deps, notified: readonly UserEventTarget[]) {
  const targets = [...new Set(notified.map((one) => one.target))]
  const [conversations, messages] = await Promise.all([
    listNotifiedConversations(deps.db, {
      users: notified.map((one) => one.user),
      targets: notified.map((one) => one.target),
    }),
    listNotifiedMessages(deps.db, { targets, editMinutes }),
  ])
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const conversationOf = new Map(conversations.map((row) => [`${row.reader} ${row.id}`, row]))
  return (reader: UserActor, target: string) => {
    const message = messageOf.get(target) ?? null
    const row = conversationOf.get(`${reader.id} ${message?.conversationId ?? target}`)
    if (!row) return null
    return {
      conversation: presentConversation(row),
      message: message && presentMessage(deps, message, reader),
    }
  }
}

export const readChangedConversations: ReadUserEvents<'conversation.changed'> = loadTargets

export const readNewMessages: ReadUserEvents<'message.created'> = async (deps, notified) => {
  const present = await loadTargets(deps, notified)
  return (reader, target) => {
    const found = present(reader, target)
    return found?.message ? { conversation: found.conversation, message: found.message } : null
  }
}

async function requireConversation(deps: Deps, actor: UserActor, id: string) {
  const row = await findConversation(deps.db, { user: actor.id, id })
  if (!row) throw notFound()
  return presentConversation(row)
}

async function getMessage(deps: Deps, actor: UserActor, id: string) {
  const row = await findMessage(deps.db.orm, { id, user: actor.id, editMinutes })
  if (!row) throw notFound()
  return presentMessage(deps, row, actor)
}
