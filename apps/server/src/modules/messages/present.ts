import { lastWordsMax } from '@wingmark/contract/limits'
import type { Conversation, DirectMessage } from '@wingmark/contract/messages'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { sessionGrant } from '#server/modules/access/policy'
import { presentAttachment } from '#server/modules/files/service'
import type { ConversationRow, MessageRow } from '#server/modules/messages/store'

export function presentMessage(deps: Deps, row: MessageRow, reader: UserActor): DirectMessage {
  const isOwn = row.senderId === reader.id
  const grant = sessionGrant(reader.sessionId, isOwn ? 'OWN' : 'MESSAGE')
  return {
    _id: row.id,
    conversation: row.conversationId,
    number: row.seq,
    isOwn,
    message: row.message,
    files: row.files.map((file) => presentAttachment(deps, file, { download: true, endsAt: null, grant })),
    deleted: row.isDeleted,
    createdAt: row.createdAt.toISOString(),
    ...(row.editedAt ? { editedAt: row.editedAt.toISOString() } : {}),
    can: { edit: isOwn && !row.isDeleted && row.isFresh, delete: isOwn && !row.isDeleted },
  }
}

function requestOf({ requestBy, reader, isFree }: ConversationRow): Conversation['request'] {
  if (requestBy === null) return null
  if (requestBy !== reader) return 'INCOMING'
  return isFree ? null : 'OUTGOING'
}

export function presentConversation(row: ConversationRow): Conversation {
  const request = requestOf(row)
  const { text, senderId, hasFiles, deleted } = row.last
  const isThere = row.person !== null && !row.isClosed
  return {
    _id: row.id,
    person: row.person,
    box: row.box,
    request,
    last: {
      text: beginningOf(text, lastWordsMax),
      isOwn: senderId === row.reader,
      hasFiles,
      deleted,
      createdAt: row.lastAt.toISOString(),
    },
    lastNumber: row.lastSeq,
    readNumber: row.readSeq,
    seenNumber: request === null ? (row.otherReadSeq ?? 0) : 0,
    can: {
      write: isThere && request !== 'OUTGOING',
      attach: isThere && (row.isFree || request === 'INCOMING'),
      accept: isThere && request === 'INCOMING',
    },
  }
}
