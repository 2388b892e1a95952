import { lastWordsMax } from '@wingmark/contract/limits'
import { readToCut } from '@wingmark/contract/shorten'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { areFellows } from '#server/modules/access/sql'
import { areConnected, hasBlocked } from '#server/modules/connections/sql'
import { filesWithBytes } from '#server/modules/files/sql'
import { isShown } from '#server/modules/messages/sql'
import { people } from '#server/modules/users/sql'

export type ConversationRow = {
  id: string
  /** The user whose side this is. */
  reader: string
  person: { _id: string; name: string; username: string; avatar: string | null } | null
  box: 'INBOX' | 'REQUESTS'
  requestBy: string | null
  /** Opened by an answer, a connection, or a shared review or workspace. */
  isFree: boolean
  /** The reader has blocked the other person. */
  isClosed: boolean
  lastMessageId: string
  lastSeq: number
  readSeq: number
  otherReadSeq: number | null
  last: { text: string; senderId: string | null; hasFiles: boolean; deleted: boolean }
  lastAt: Date
}

const conversationRow = row<ConversationRow>({
  id: 'uuid',
  reader: 'uuid',
  person: 'json',
  box: 'text',
  requestBy: 'uuid',
  isFree: 'bool',
  isClosed: 'bool',
  lastMessageId: 'uuid',
  lastSeq: 'int4',
  readSeq: 'int4',
  otherReadSeq: 'int4',
  last: 'json',
  lastAt: 'timestamptz',
})

/** Conversations for sides in the relation `me`. */
const conversationsOf = (me: string) => `select c.id, me.user_id as reader,
    case when p.id is not null then json_build_object('_id', p.id, 'name', p.name, 'username', p.username, 'avatar', p.avatar) end as person,
    me.box, c.request_by as "requestBy",
    case when c.is_open or ${areConnected('me.user_id', 'other.user_id')} then true
      else ${areFellows('me.user_id', 'other.user_id')} end as "isFree", ${hasBlocked('me.user_id', 'other.user_id')} as "isClosed",
    me.last_message_id as "lastMessageId",
    me.last_seq as "lastSeq", me.read_seq as "readSeq", other.read_seq as "otherReadSeq",
    json_build_object('text', left(m.message, ${readToCut(lastWordsMax)}), 'senderId', m.sender_id, 'deleted', m.deleted_at is not null,
      'hasFiles', exists (select 1 from ${filesWithBytes} f where f.message_id = m.id)) as last,
    m.created_at as "lastAt"
  from ${me} join conversations c on c.id = me.conversation_id join messages m on m.id = me.last_message_id and ${isShown('me')}
  left join conversation_sides other on other.conversation_id = c.id and other.user_id <> me.user_id
  left join ${people} p on p.id = other.user_id`

const conversationsInBox = statement('conversations-in-box', {
  takes: { user: 'uuid', box: 'text', before: 'uuid', limit: 'int4' },
  gives: conversationRow,
  text: `${conversationsOf(`(select * from conversation_sides own where user_id = {user}::uuid and box = {box}::text and ${isShown('own')}
      and last_message_id < coalesce({before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by last_message_id desc limit {limit}::int) me`)} order by me.last_message_id desc`,
})

const conversationOf = statement('conversation-of', {
  takes: { user: 'uuid', id: 'uuid' },
  gives: conversationRow,
  text: `${conversationsOf('conversation_sides me')} where me.user_id = {user}::uuid and me.conversation_id = {id}::uuid`,
})

const unreadIn = (box: string) => `(select count(*)::int from (select 1 from conversation_sides me
      where me.user_id = {user}::uuid and me.box = '${box}' and last_seq > read_seq and ${isShown('me')} limit 100) unread)`

const counts = statement('conversation-counts', {
  takes: { user: 'uuid', box: 'text' },
  gives: row<{ total: number; inbox: number; requests: number }>({
    total: 'int4',
    inbox: 'int4',
    requests: 'int4',
  }),
  text: `select
    (select count(*)::int from conversation_sides me where me.user_id = {user}::uuid and me.box = {box}::text and ${isShown('me')}) as total,
    ${unreadIn('INBOX')} as inbox, ${unreadIn('REQUESTS')} as requests`,
})

export type MessageFile = {
  id: string
  key: string
  name: string
  mime: string
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  size: number
  state: 'PROCESSING' | 'READY' | 'FAILED'
  seconds: number | null
}

export type MessageRow = {
  id: string
  conversationId: string
  seq: number
  senderId: string | null
  message: string
  createdAt: Date
  editedAt: Date | null
  isDeleted: boolean
  /** Sent recently enough to edit. */
  isFresh: boolean
  files: MessageFile[]
}

const messageRow = row<MessageRow>({
  id: 'uuid',
  conversationId: 'uuid',
  seq: 'int4',
  senderId: 'uuid',
  message: 'text',
  createdAt: 'timestamptz',
  editedAt: 'timestamptz',
  isDeleted: 'bool',
  isFresh: 'bool',
  files: 'json',
})

const messagesOf = (m: string) => `select m.id, m.conversation_id as "conversationId", m.seq,
    m.sender_id as "senderId", m.message, m.created_at as "createdAt", m.edited_at as "editedAt",
    m.deleted_at is not null as "isDeleted", m.created_at > now() - make_interval(mins => {editMinutes}::int) as "isFresh",
    coalesce((select json_agg(json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'mime', f.mime, 'kind', f.kind,
        'size', f.size, 'state', f.state, 'seconds', f.seconds) order by f.position, f.id)
      from ${filesWithBytes} f where f.message_id = m.id), '[]') as files
  from ${m}`

const messagesIn = statement('messages-in', {
  takes: { conversation: 'uuid', before: 'int4', limit: 'int4', editMinutes: 'int4' },
  gives: messageRow,
  text: `${messagesOf('messages m')} where m.conversation_id = {conversation}::uuid and m.seq < {before}::int
    order by m.seq desc limit {limit}::int`,
})

const numberOf = statement('message-number', {
  takes: { conversation: 'uuid', id: 'uuid' },
  gives: row<{ seq: number }>({ seq: 'int4' }),
  text: 'select seq from messages where id = {id}::uuid and conversation_id = {conversation}::uuid',
})

/** Only for one of the two people. */
const messageFor = statement('message-for', {
  takes: { id: 'uuid', user: 'uuid', editMinutes: 'int4' },
  gives: messageRow,
  text: `${messagesOf('messages m')} where m.id = {id}::uuid and exists (select 1 from conversation_sides side
    where side.conversation_id = m.conversation_id and side.user_id = {user}::uuid and ${isShown('side')})`,
})

/** Targets of events, a message or a conversation, each as its reader sees it. */
const notifiedConversations = statement('notified-conversations', {
  takes: { users: 'uuid[]', targets: 'uuid[]' },
  gives: conversationRow,
  text: conversationsOf(`(select distinct side.* from unnest({users}::uuid[], {targets}::uuid[]) notified(user_id, target)
      left join messages about on about.id = notified.target
      join conversation_sides side on side.user_id = notified.user_id
        and side.conversation_id = coalesce(about.conversation_id, notified.target)) me`),
})

const notifiedMessages = statement('notified-messages', {
  takes: { targets: 'uuid[]', editMinutes: 'int4' },
  gives: messageRow,
  text: `${messagesOf('messages m')} where m.id = any({targets}::uuid[])`,
})

const between = statement('conversation-between', {
  takes: { user: 'uuid', other: 'uuid' },
  gives: row<{ id: string; isOpen: boolean; requestBy: string | null }>({
    id: 'uuid',
    isOpen: 'bool',
    requestBy: 'uuid',
  }),
  text: `select id, is_open as "isOpen", request_by as "requestBy" from conversations
    where low_id = least({user}::uuid, {other}::uuid) and high_id = greatest({user}::uuid, {other}::uuid)`,
})

const leave = statement('leave-conversations', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `update conversations set low_id = nullif(low_id, {user}::uuid), high_id = nullif(high_id, {user}::uuid)
    where low_id = {user}::uuid or high_id = {user}::uuid returning id`,
})

const deleteLeft = statement('delete-left-conversations', {
  takes: { ids: 'uuid[]' },
  text: 'delete from conversations where id = any({ids}::uuid[]) and low_id is null and high_id is null',
})

export const listBox = (db: Database, given: Parameters<typeof conversationsInBox.rows>[1]) =>
  conversationsInBox.rows(db.pool, given)
export const findConversation = (db: Database, given: { user: string; id: string }) =>
  conversationOf.first(db.pool, given)
export const findBetween = (db: Database, given: { user: string; other: string }) =>
  between.first(db.pool, given)
export const listMessages = (db: Database, given: Parameters<typeof messagesIn.rows>[1]) =>
  messagesIn.rows(db.pool, given)
export const findNumber = async (db: Database, given: { conversation: string; id: string }) =>
  (await numberOf.first(db.pool, given))?.seq ?? null
export const findMessage = (db: Queryable, given: Parameters<typeof messageFor.rows>[1]) =>
  messageFor.first(db, given)
export const listNotifiedConversations = (
  db: Database,
  given: Parameters<typeof notifiedConversations.rows>[1],
) => notifiedConversations.rows(db.pool, given)
export const listNotifiedMessages = (db: Database, given: Parameters<typeof notifiedMessages.rows>[1]) =>
  notifiedMessages.rows(db.pool, given)

export async function countConversations(db: Database, given: { user: string; box: string }) {
  return (await counts.first(db.pool, given)) ?? { total: 0, inbox: 0, requests: 0 }
}

/** The other person keeps theirs, without a name; conversations without readers are deleted. */
export async function leaveConversations(tx: Transaction, { user }: { user: string }): Promise<void> {
  const left = await leave.rows(tx, { user })
  await deleteLeft.count(tx, { ids: left.map((one) => one.id) })
}

/** Messages to and from the user; people who blocked them have no name. */
export const exportMessages = exportedItems(
  'messages',
  `select m.id, json_build_object('conversation', m.conversation_id, 'with', (
        select u.name from conversation_sides other join ${people} u on u.id = other.user_id
        where other.conversation_id = m.conversation_id and other.user_id <> {owner}::uuid
          and not ${hasBlocked('u.id', '{owner}::uuid')}),
        'isOwn', m.sender_id is not distinct from {owner}::uuid, 'message', m.message, 'createdAt', m.created_at,
        'editedAt', m.edited_at) as item
     from conversation_sides side join messages m on m.conversation_id = side.conversation_id
     where side.user_id = {owner}::uuid and m.deleted_at is null and m.id > {after}::uuid order by m.id`,
)
