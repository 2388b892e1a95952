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
  const field = stored.split(separators.replyField)
  const at = (index: number) => field[index] ?? ''
  const by = writer(at(4), at(5))
  return `{"_id":"${at(0)}","comment":"${at(1)}","message":${at(2)},"files":${files(at(11), reading)},"mentions":${ids(at(3))},"author":${author(by, at(6), at(7))},"createdAt":${iso(at(8))},"updatedAt":${iso(at(9))}${editedAt(at(10))},"can":${reading.replyCan(by)}}`
}

/** A stored comment as the JSON of the contract. */
export function commentJson(stored: string, reading: Reading): string {
  const field = stored.split(separators.field)
  const at = (index: number) => field[index] ?? ''
  const by = writer(at(7), at(8))
  const created = iso(at(11))
  const { mentions, updated, edited, attached, resolvedBy, isDeleted, replies } = laterOf(
    at(13),
    created,
    reading,
  )
  return `{"_id":"${at(0)}","file":"${at(1)}","review":"${at(2)}","number":${at(3) || 'null'},"type":"${at(4)}","marker":${at(5) || 'null'},"message":${at(6)},"files":${attached},"mentions":${mentions},"author":${author(by, at(9), at(10))},"status":"${at(12)}"${resolvedBy},"replies":[${replies}],"deleted":${isDeleted},"createdAt":${created},"updatedAt":${updated}${edited},"can":${reading.commentCan(by, isDeleted)}}`
}

/** What happened to a comment since it was made; nothing for most. */
function laterOf(stored: string, created: string, reading: Reading) {
  const nothing = {
    mentions: '[]',
    edited: '',
    attached: '[]',
    resolvedBy: '',
    isDeleted: false,
    replies: '',
  }
  if (stored === '') return { ...nothing, updated: created }
  const [
    mentions = '',
    updated = '',
    edited = '',
    attached = '',
    resolver,
    resolverName,
    deleted,
    replies = '',
  ] = stored.split(separators.later)
  return {
    mentions: ids(mentions),
    updated: iso(updated),
    edited: editedAt(edited),
    attached: files(attached, reading),
    resolvedBy: resolver === '' ? '' : `,"resolvedBy":{"_id":"${resolver}","name":${resolverName}}`,
    isDeleted: deleted === 't',
    replies: repliesJson(replies, reading),
  }
}

/** Any number of stored comments, separated by commas. */
export function commentsJson(stored: readonly string[], reading: Reading): string {
  return stored.map((one) => commentJson(one, reading)).join(',')
}

/** True where a stored comment or reply holds addresses of files. People's own quotation marks are escaped. */
export function hasAttachments(stored: string): boolean {
  return stored.includes('"mime"')
}

/** Ids of everybody who wrote something in a stored comment or reply. */
export function writersOf(stored: string): string[] {
  const isReply = !stored.includes(separators.field)
  const replies = isReply ? stored : (stored.split(separators.later).at(7) ?? '')
  const repliers =
    replies === ''
      ? []
      : replies.split(separators.reply).map((one) => one.split(separators.replyField)[5] ?? '')
  return isReply ? repliers : [stored.split(separators.field)[8] ?? '', ...repliers]
}

function repliesJson(stored: string, reading: Reading): string {
  if (stored === '') return ''
  return stored
    .split(separators.reply)
    .map((one) => replyJson(one, reading))
    .join(',')
}
