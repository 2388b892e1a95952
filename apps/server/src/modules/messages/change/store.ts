import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { filesWithBytes } from '#server/modules/files/sql'
import { isShown } from '#server/modules/messages/sql'

type Locked = { id: string; requestBy: string | null; lastSeq: number; people: string[] }

const locked = row<Locked>({ id: 'uuid', requestBy: 'uuid', lastSeq: 'int4', people: 'uuid[]' })
const lockedColumns = `c.id, c.request_by as "requestBy", c.last_seq as "lastSeq",
  array(select side.user_id from conversation_sides side where side.conversation_id = c.id) as people`
const isTheirs = `exists (select 1 from conversation_sides own
  where own.conversation_id = c.id and own.user_id = {user}::uuid and ${isShown('own')})`

const lock = statement('lock-conversation', {
  takes: { id: 'uuid', user: 'uuid' },
  gives: locked,
  text: `select ${lockedColumns} from conversations c where c.id = {id}::uuid and ${isTheirs} for no key update of c`,
})

const lockByMessage = statement('lock-conversation-by-message', {
  takes: { message: 'uuid', user: 'uuid' },
  gives: locked,
  text: `select ${lockedColumns} from conversations c join messages m on m.conversation_id = c.id
    where m.id = {message}::uuid and ${isTheirs} for no key update of c`,
})

const openIt = statement('accept-request', {
  takes: { id: 'uuid' },
  text: `with opened as (update conversations set is_open = true, request_by = null where id = {id}::uuid)
    update conversation_sides set box = 'INBOX' where conversation_id = {id}::uuid`,
})

const read = statement('read-conversation', {
  takes: { id: 'uuid', user: 'uuid', upTo: 'int4' },
  text: `update conversation_sides set read_seq = least({upTo}::int, last_seq)
    where conversation_id = {id}::uuid and user_id = {user}::uuid and read_seq < least({upTo}::int, last_seq)`,
})

const edit = statement('edit-message', {
  takes: { id: 'uuid', message: 'text' },
  text: 'update messages set message = {message}::text, edited_at = now() where id = {id}::uuid',
})

const bury = statement('bury-message', {
  takes: { id: 'uuid' },
  text: `update messages set message = '', deleted_at = now() where id = {id}::uuid and deleted_at is null`,
})

const filesOf = statement('files-of-message', {
  takes: { id: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select f.id from ${filesWithBytes} f where f.message_id = {id}::uuid`,
})

/** Null if the user is not in it. */
export const lockConversationOf = (tx: Transaction, given: { id: string; user: string }) =>
  lock.first(tx, given)
export const lockConversationByMessage = (tx: Transaction, given: { message: string; user: string }) =>
  lockByMessage.first(tx, given)

export async function openConversation(tx: Transaction, id: string): Promise<void> {
  await openIt.count(tx, { id })
}

/** False if already read that far. */
export async function setRead(
  tx: Transaction,
  given: { id: string; user: string; upTo: number },
): Promise<boolean> {
  return (await read.count(tx, given)) > 0
}

export async function changeWords(tx: Transaction, given: { id: string; message: string }): Promise<void> {
  await edit.count(tx, given)
}

/** False if already deleted. */
export async function buryMessage(tx: Transaction, id: string): Promise<boolean> {
  return (await bury.count(tx, { id })) > 0
}

export async function listFilesOfMessage(tx: Transaction, id: string): Promise<string[]> {
  return (await filesOf.rows(tx, { id })).map((file) => file.id)
}
