import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import { areFellows } from '#server/modules/access/sql'
import {
  areConnected,
  isBlockedBetween,
  isHidden,
  isRestricted,
  messageDoors,
} from '#server/modules/connections/sql'
import { lockFreeUploads, tieToMessage } from '#server/modules/files/sql'
import type { Standing } from '#server/modules/messages/policy'
import { insertNotifications } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'
import { chargeMeter } from '#server/modules/users/usage-meters/sql'

export type Other = Standing & { name: string; username: string; avatar: string | null }

const standingTypes = {
  isThere: 'bool',
  isConnected: 'bool',
  areFellows: 'bool',
  hasProfile: 'bool',
  isOpenToMessages: 'bool',
  writerHasProfile: 'bool',
  name: 'text',
  username: 'text',
  avatar: 'text',
} as const
const standingOfPair = `select true as "isThere", ${areConnected('{user}::uuid', 'u.id')} as "isConnected",
    ${areFellows('{user}::uuid', 'u.id')} as "areFellows",
    profile.user_id is not null as "hasProfile", coalesce(profile.is_open_to_messages, false) as "isOpenToMessages",
    exists (select 1 from ${messageDoors} own where own.user_id = {user}::uuid) as "writerHasProfile",
    u.name, u.username, u.avatar
  from ${people} u left join ${messageDoors} profile on profile.user_id = u.id where u.id = {other}::uuid
    and not ${isBlockedBetween('{user}::uuid', 'u.id')} and not ${isHidden('u.id')} and not ${isRestricted('{user}::uuid')}`

const standing = statement('message-standing', {
  takes: { user: 'uuid', other: 'uuid' },
  gives: row<Other>(standingTypes),
  text: standingOfPair,
})

type Locked = Standing & { conversation: string; isOpen: boolean; requestBy: string | null; lastSeq: number }

// Makes or locks nothing without a recipient. Every change of a conversation locks it first.
const lock = statement('lock-conversation-to-write', {
  takes: { id: 'uuid', user: 'uuid', other: 'uuid' },
  gives: row<Locked & Other>({
    ...standingTypes,
    ...{ conversation: 'uuid', isOpen: 'bool', requestBy: 'uuid', lastSeq: 'int4' },
  }),
  text: `with standing as (${standingOfPair}), locked as (
      insert into conversations as c (id, low_id, high_id)
      select {id}::uuid, least({user}::uuid, {other}::uuid), greatest({user}::uuid, {other}::uuid) from standing
      on conflict (low_id, high_id) do update set last_seq = c.last_seq
      returning id, is_open, request_by, last_seq
    )
    select standing.*, locked.id as conversation, is_open as "isOpen", request_by as "requestBy", last_seq as "lastSeq"
    from standing, locked`,
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
  files: readonly string[]
}

type Written = {
  createdAt: Date
  /** How many of the files were the writer's and unattached. */
  tiedFiles: number
  isCharged: boolean
  /** The writer's daily limit by plan; null if the account is gone. */
  limit: number | null
}

const write = statement('write-message', {
  takes: {
    ...{ id: 'uuid', conversation: 'uuid', seq: 'int4', user: 'uuid', other: 'uuid' },
    ...{ message: 'text', isOpen: 'bool', requestBy: 'uuid', files: 'uuid[]' },
  },
  gives: row<Written>({ createdAt: 'timestamptz', tiedFiles: 'int4', isCharged: 'bool', limit: 'int4' }),
  text: `with inserted as (
      insert into messages (id, conversation_id, seq, sender_id, message)
      values ({id}::uuid, {conversation}::uuid, {seq}::int, {user}::uuid, {message}::text)
      returning created_at
    ), counted as (
      update conversations set last_seq = {seq}::int, is_open = {isOpen}::bool, request_by = {requestBy}::uuid
      where id = {conversation}::uuid
    ), sided as (
      insert into conversation_sides as s (conversation_id, user_id, box, last_message_id, last_seq, read_seq)
      values ({conversation}::uuid, {user}::uuid, 'INBOX', {id}::uuid, {seq}::int, {seq}::int),
        ({conversation}::uuid, {other}::uuid, case when {requestBy}::uuid is null then 'INBOX' else 'REQUESTS' end,
          {id}::uuid, {seq}::int, 0)
      on conflict (conversation_id, user_id) do update set box = excluded.box, last_seq = excluded.last_seq,
        last_message_id = excluded.last_message_id, read_seq = greatest(s.read_seq, excluded.read_seq)
    ), free as (
      ${lockFreeUploads('{files}::uuid[]', '{user}::uuid')}
    ), tied as (
      ${tieToMessage('{id}::uuid')}
    ), ${chargeMeter('MESSAGES', { user: '{user}::uuid', points: '1' })}, notified as (
      select person as user_id, {id}::uuid as target_id from charged, unnest(array[{user}::uuid, {other}::uuid]) person
    ), ${recordUserEvents('notified', 'message.created')}
    select inserted.created_at as "createdAt", (select count(*)::int from tied) as "tiedFiles",
      exists (select 1 from charged) as "isCharged", (select most from allowed) as "limit"
    from inserted`,
})

const notify = statement('notify-of-message-request', {
  takes: { user: 'uuid', title: 'text', by: 'text', person: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `${insertNotifications({
    user: '{user}::uuid',
    action: `'MESSAGE_REQUESTED'`,
    title: '{title}::text',
    by: '{by}::text',
    person: '{person}::uuid',
  })} returning id`,
})

/** Null if there is no such person. */
export const findStanding = (on: Transaction | Database['pool'], given: { user: string; other: string }) =>
  standing.first(on, given)

/** Null if there is no such person for the writer. Locks their conversation, created with `id` if missing. */
export const lockToWrite = (tx: Transaction, given: { id: string; user: string; other: string }) =>
  lock.first(tx, given)

/** Writes message, files, counters and events; callers that get fewer files or no charge must roll back. */
export async function writeMessage(tx: Transaction, message: NewMessage): Promise<Written> {
  const written = await write.first(tx, message)
  if (!written) throw new Error('a message is written or refused')
  return written
}

/** Returns the notification's id. */
export async function insertRequestNotification(
  tx: Transaction,
  notified: { user: string; title: string; by: string; person: string },
): Promise<string> {
  const made = await notify.first(tx, notified)
  if (!made) throw new Error('a notification is made or refused')
  return made.id
}
