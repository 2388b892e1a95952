import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import { filesWithBytes } from '#server/modules/files/sql'

const tell = statement('tell-of-drawn-messages', {
  takes: { blob: 'uuid' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with notified as (
      select distinct side.user_id, m.id as target_id
      from ${filesWithBytes} f join messages m on m.id = f.message_id
      join conversation_sides side on side.conversation_id = m.conversation_id
      where f.blob_id = {blob}::uuid
    ), ${recordUserEvents('notified', 'conversation.changed')}
    select user_id as "user" from user_counted`,
})

/** Notifies both people of conversations that show these bytes of the new picture. Returns the people. */
export async function notifyOfRendered(tx: Transaction, blob: string): Promise<string[]> {
  return (await tell.rows(tx, { blob })).map(({ user }) => user)
}
