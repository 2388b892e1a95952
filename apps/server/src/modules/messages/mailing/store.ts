import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { isHidden } from '#server/modules/connections/sql'
import { filesWithBytes } from '#server/modules/files/sql'
import { isShown } from '#server/modules/messages/sql'
import { people } from '#server/modules/users/sql'

export type MailDue = { userId: string; conversations: string[] }
type Taken = MailDue & { taken: number }

/** Conversations whose oldest unread message is due by the user's setting; takes each message once. */
const takeUnread = statement('take-unread-messages', {
  takes: { minutes: 'int4', dailyHour: 'int4', limit: 'int4' },
  gives: row<Taken>({ userId: 'uuid', taken: 'int4', conversations: 'uuid[]' }),
  text: `with due as (
      select side.conversation_id, side.user_id from conversation_sides side join ${people} u on u.id = side.user_id
      join messages first on first.conversation_id = side.conversation_id
        and first.seq = greatest(side.read_seq, side.mailed_seq) + 1
      where side.last_seq > side.read_seq and side.last_seq > side.mailed_seq and ${isShown('side')}
        and first.created_at < now() - make_interval(mins => {minutes}::int)
        and case u.notify when 'HOURLY' then first.created_at < date_trunc('hour', now())
          when 'DAILY' then first.created_at < date_trunc('day', now() - make_interval(hours => {dailyHour}::int), 'UTC')
            + make_interval(hours => {dailyHour}::int)
          else true end
      order by side.user_id, side.conversation_id limit {limit}::int for update of side skip locked
    ), taken as (
      update conversation_sides side set mailed_seq = side.last_seq from due
      where side.conversation_id = due.conversation_id and side.user_id = due.user_id
      returning side.user_id, side.conversation_id
    )
    select t.user_id as "userId", (select count(*)::int from taken) as taken,
      coalesce(array_agg(t.conversation_id) filter (where 'PEOPLE' = any(u.mail_areas)), '{}') as conversations
    from taken t join ${people} u on u.id = t.user_id group by t.user_id`,
})

export type Unread = {
  conversationId: string
  email: string
  isWanted: boolean
  by: string
  /** A stranger's first message. */
  isRequest: boolean
  count: number
  /** The newest unread message. */
  message: string
  attachments: number
}

/** Messages still unread, from people still visible to the reader. */
const unreadIn = statement('unread-for-mail', {
  takes: { user: 'uuid', conversations: 'uuid[]' },
  gives: row<Unread>({
    conversationId: 'uuid',
    email: 'text',
    isWanted: 'bool',
    by: 'text',
    isRequest: 'bool',
    count: 'int4',
    message: 'text',
    attachments: 'int4',
  }),
  text: `select me.conversation_id as "conversationId", reader.email, 'PEOPLE' = any(reader.mail_areas) as "isWanted", writer.name as by,
      c.request_by is not null as "isRequest", unread.count, newest.message,
      (select count(*)::int from ${filesWithBytes} f where f.message_id = newest.id) as attachments
    from conversation_sides me join ${people} reader on reader.id = me.user_id
    join conversations c on c.id = me.conversation_id
    join conversation_sides other on other.conversation_id = me.conversation_id and other.user_id <> me.user_id
    join ${people} writer on writer.id = other.user_id
    cross join lateral (
      select count(*)::int, max(m.seq) as seq from messages m where m.conversation_id = me.conversation_id
        and m.seq > me.read_seq and m.sender_id = other.user_id and m.deleted_at is null
    ) unread
    join messages newest on newest.conversation_id = me.conversation_id and newest.seq = unread.seq
    where me.user_id = {user}::uuid and me.conversation_id = any({conversations}::uuid[]) and ${isShown('me')}
      and ${isShown('other')} and not ${isHidden('other.user_id')}
    order by newest.id desc`,
})

/** Returns what to email, by person; other messages need none. */
export async function takeDue(
  tx: Transaction,
  given: { minutes: number; dailyHour: number; limit: number },
): Promise<{ notified: MailDue[]; isMore: boolean }> {
  const rows = await takeUnread.rows(tx, given)
  const notified = rows
    .filter((one) => one.conversations.length > 0)
    .map(({ userId, conversations }) => ({ userId, conversations }))
  return { notified, isMore: rows[0]?.taken === given.limit }
}

export const listUnread = (db: Database, given: { user: string; conversations: readonly string[] }) =>
  unreadIn.rows(db.pool, given)
