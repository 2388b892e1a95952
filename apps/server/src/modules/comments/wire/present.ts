import { separators } from '#server/modules/comments/wire/store'

/** What depends on who is reading, as JSON text. */
export type Reading = {
  /** `who`: kind and id of the author. */
  commentCan: (who: Writer, isDeleted: boolean) => string
  replyCan: (who: Writer) => string
  files: (stored: string) => string
}
export type Writer = { kind: 'USER' | 'GUEST'; _id: string }

const writer = (isUser: string, id: string): Writer => ({ kind: isUser === 't' ? 'USER' : 'GUEST', _id: id })

// `2026-11-21 04:11:43.8`, in UTC, as Date.prototype.toISOString writes it.
function iso(time: string): string {
  return `"${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, 23).padEnd(3, '0')}Z"`
}

// `{id,id}`, as PostgreSQL writes an array.
function ids(array: string): string {
  return array === '' ? '[]' : `["${array.slice(1, -1).replaceAll(',', '","')}"]`
}

const files = (stored: string, reading: Reading) => (stored === '' ? '[]' : reading.files(stored))
const author = ({ kind, _id }: Writer, name: string, avatar: string) =>
  `{"kind":"${kind}","_id":"${_id}","name":${name},"avatar":${avatar || 'null'}}`
const editedAt = (time: string) => (time === '' ? '' : `,"editedAt":${iso(time)}`)

/** A stored reply as the JSON of the contract. */
export function replyJson(stored: string, reading: Reading): string {
  const [id, comment, message, mentions = '', isUser = '', who = '', name = '', avatar = '', ...rest] =
    stored.split(separators.replyField)
  const [created = '', updated = '', edited = '', attached = ''] = rest
  const by = writer(isUser, who)
  return `{"_id":"${id}","comment":"${comment}","message":${message},"files":${files(attached, reading)},"mentions":${ids(mentions)},"author":${author(by, name, avatar)},"createdAt":${iso(created)},"updatedAt":${iso(updated)}${editedAt(edited)},"can":${reading.replyCan(by)}}`
}

/** A stored comment as the JSON of the contract. */
export function commentJson(stored: string, reading: Reading): string {
  const [id, file, review, number, type, marker, message, mentions = '', isUser = '', who = '', ...rest] =
    stored.split(separators.field)
  const [name = '', avatar = '', created = '', updated = '', edited = '', attached = '', ...state] = rest
  const [status, resolver, resolverName, deleted, replies = ''] = state
  const by = writer(isUser, who)
  const isDeleted = deleted === 't'
  const resolvedBy = resolver === '' ? '' : `,"resolvedBy":{"_id":"${resolver}","name":${resolverName}}`
  return `{"_id":"${id}","file":"${file}","review":"${review}","number":${number || 'null'},"type":"${type}","marker":${marker || 'null'},"message":${message},"files":${files(attached, reading)},"mentions":${ids(mentions)},"author":${author(by, name, avatar)},"status":"${status}"${resolvedBy},"replies":[${repliesJson(replies, reading)}],"deleted":${isDeleted},"createdAt":${iso(created)},"updatedAt":${iso(updated)}${editedAt(edited)},"can":${reading.commentCan(by, isDeleted)}}`
}

/** Any number of stored comments, separated by commas. */
export function commentsJson(stored: string, reading: Reading): string {
  if (stored === '') return ''
  return stored
    .split(separators.comment)
    .map((one) => commentJson(one, reading))
    .join(',')
}

/** True where a stored comment or reply holds addresses of files. People's own quotation marks are escaped. */
export function hasAttachments(stored: string): boolean {
  return stored.includes('"mime"')
}

/** Ids of everybody who wrote something in a stored comment or reply. */
export function writersOf(stored: string): string[] {
  const isReply = !stored.includes(separators.field)
  const replies = isReply ? stored : (stored.split(separators.field).at(-1) ?? '')
  const repliers =
    replies === ''
      ? []
      : replies.split(separators.reply).map((one) => one.split(separators.replyField)[5] ?? '')
  return isReply ? repliers : [stored.split(separators.field)[9] ?? '', ...repliers]
}

function repliesJson(stored: string, reading: Reading): string {
  if (stored === '') return ''
  return stored
    .split(separators.reply)
    .map((one) => replyJson(one, reading))
    .join(',')
}
