import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { areFellows } from '#server/modules/access/sql'
import { areConnected, isBlockedBetween, isHidden, isRestricted } from '#server/modules/connections/sql'
import type { Standing } from '#server/modules/messages/policy'
import { insertPersonNotification } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

export type Other = Standing & { name: string; username: string; avatar: string | null }

const standing = statement('message-standing', {
  takes: { user: 'uuid', other: 'uuid' },
  gives: row<Other>({
    isThere: 'bool',
    isConnected: 'bool',
    areFellows: 'bool',
    hasProfile: 'bool',
    isOpenToMessages: 'bool',
    writerHasProfile: 'bool',
    name: 'text',
    username: 'text',
    avatar: 'text',
  }),
  text: `select true as "isThere", ${areConnected('{user}::uuid', 'u.id')} as "isConnected", ${areFellows('{user}::uuid', 'u.id')} as "areFellows",
      profile.user_id is not null as "hasProfile", coalesce(profile.is_open_to_messages, false) as "isOpenToMessages",
      exists (select 1 from connection_profiles own where own.user_id = {user}::uuid) as "writerHasProfile",
      u.name, u.username, u.avatar
    from ${people} u left join connection_profiles profile on profile.user_id = u.id where u.id = {other}::uuid
      and not ${isBlockedBetween('{user}::uuid', 'u.id')} and not ${isHidden('u.id')} and not ${isRestricted('{user}::uuid')}`,
})

type Locked = { id: string; isOpen: boolean; requestBy: string | null; lastSeq: number }

/** Made with the first message. Locked first in everything that changes a conversation. */
const lock = statement('lock-conversation-of', {
  takes: { id: 'uuid', user: 'uuid', other: 'uuid' },
  gives: row<Locked>({ id: 'uuid', isOpen: 'bool', requestBy: 'uuid', lastSeq: 'int4' }),
  text: `insert into conversations as c (id, low_id, high_id)
    values ({id}::uuid, least({user}::uuid, {other}::uuid), greatest({user}::uuid, {other}::uuid))
    on conflict (low_id, high_id) do update set last_seq = c.last_seq
    returning id, is_open as "isOpen", request_by as "requestBy", last_seq as "lastSeq"`,
})

export type NewMessage = {
  id: string
  conversation: string
  seq: number
  user: string
  other: string
  message: string
  isOpen: boolean
  requestBy: string | null
}

const insert = statement('insert-message', {
  takes: {
    id: 'uuid',
    conversation: 'uuid',
    seq: 'int4',
    user: 'uuid',
    other: 'uuid',
    message: 'text',
    isOpen: 'bool',
    requestBy: 'uuid',
  },
  text: `with inserted as (
      insert into messages (id, conversation_id, seq, sender_id, message)
      values ({id}::uuid, {conversation}::uuid, {seq}::int, {user}::uuid, {message}::text)
    ), counted as (
      update conversations set last_seq = {seq}::int, is_open = {isOpen}::bool, request_by = {requestBy}::uuid
      where id = {conversation}::uuid
    )
    insert into conversation_sides as s (conversation_id, user_id, box, last_message_id, last_seq, read_seq)
    values ({conversation}::uuid, {user}::uuid, 'INBOX', {id}::uuid, {seq}::int, {seq}::int),
      ({conversation}::uuid, {other}::uuid, case when {requestBy}::uuid is null then 'INBOX' else 'REQUESTS' end,
        {id}::uuid, {seq}::int, 0)
    on conflict (conversation_id, user_id) do update set box = excluded.box, last_seq = excluded.last_seq,
      last_message_id = excluded.last_message_id, read_seq = greatest(s.read_seq, excluded.read_seq)`,
})

const tie = statement('tie-message-files', {
  takes: { message: 'uuid', user: 'uuid', files: 'uuid[]' },
  text: `update files f set message_id = {message}::uuid, position = free.place - 1
    from (
      select own.id, given.place from unnest({files}::uuid[]) with ordinality given(id, place)
      join files own on own.id = given.id
      where own.owner_id = {user}::uuid and own.guest_id is null and own.purpose = 'COMMENT' and own.comment_id is null
        and own.reply_id is null and own.message_id is null and own.review_id is null
      order by own.id for no key update of own
    ) free where f.id = free.id`,
})

const notify = statement('notify-of-message-request', {
  takes: { user: 'uuid', title: 'text', by: 'text', person: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: insertPersonNotification({
    user: '{user}',
    action: `'MESSAGE_REQUESTED'`,
    title: '{title}',
    by: '{by}',
    person: '{person}',
  }),
})

/** Null: nobody has this id. */
export const findStanding = (on: Transaction | Database['pool'], given: { user: string; other: string }) =>
  standing.first(on, given)

export async function lockConversation(
  tx: Transaction,
  given: { id: string; user: string; other: string },
): Promise<Locked> {
  const found = await lock.first(tx, given)
  if (!found) throw new Error('a conversation is there or made')
  return found
}

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  await insert.count(tx, message)
}

/** How many of them were the writer's, and free. */
export const tieFiles = (
  tx: Transaction,
  given: { message: string; user: string; files: readonly string[] },
) => tie.count(tx, given)

/** Answers the id of the notification. */
export async function tellOfRequest(
  tx: Transaction,
  told: { user: string; title: string; by: string; person: string },
): Promise<string> {
  const made = await notify.first(tx, told)
  if (!made) throw new Error('a notification is made or refused')
  return made.id
}
