import { repliesMax } from '@wingmark/contract/limits'
import type { Database, Transaction } from '#server/db/client'
import { againIfVictim } from '#server/db/deadlocks'
import { claimKey, isOwnClaim } from '#server/db/idempotency'
import { lockReviewRow } from '#server/db/lock-review'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isStillWelcome } from '#server/modules/access/sql'
import { withWriter } from '#server/modules/comments/colors/store'
import {
  freeUploads,
  hasAllUploads,
  hasOnlyMembers,
  keptNames,
  namesOf,
  tieUploads,
} from '#server/modules/comments/content/store'
import { attachmentsJson, authorTables, replyJson } from '#server/modules/comments/json/store'
import {
  editors,
  lockedReview,
  mentioned,
  notifiedPeople,
  notifyPeople,
} from '#server/modules/comments/notices/store'
import { recordEvent } from '#server/modules/events/sql'

export type NewReply = {
  id: string
  review: string
  comment: string
  message: string
  files: readonly string[]
  mentions: readonly string[]
  user: string | null
  guest: string | null
  /** The link that they came by. */
  link: string | null
  actor: string
  authorName: string
  key: string | null
}

type Outcome = {
  isDeleted: boolean
  isFull: boolean
  hasFiles: boolean
  hasMentions: boolean
  notified: string[]
  /** As JSON; see json/store.ts. */
  item: string | null
}

const threadAuthor = needs('rev', 'target')`
  select t.user_id, false from target t where ${isStillWelcome('rev', 't.user_id', 't.link_id')}`
const threadRepliers = needs('rev')`select p.user_id, false from replies p
  where p.comment_id = {comment}::uuid and p.user_id is not null and ${isStillWelcome('rev', 'p.user_id', 'p.link_id')}`

const tiedFiles = needs('tied')`select ${attachmentsJson} from tied f join blobs b on b.id = f.blob_id`

const insert = statement('create-reply', {
  takes: {
    ...{ id: 'uuid', review: 'uuid', comment: 'uuid', message: 'text', files: 'uuid[]', mentions: 'uuid[]' },
    ...{ user: 'uuid', guest: 'uuid', link: 'uuid', actor: 'uuid', authorName: 'text', key: 'text' },
  },
  gives: row<Outcome>({
    ...{ isDeleted: 'bool', isFull: 'bool', hasFiles: 'bool', hasMentions: 'bool' },
    ...{ notified: 'text[]', item: 'text' },
  }),
  text: `with rev as (
    ${lockedReview}
  ), target as (
    select c.id, c.user_id, c.link_id, c.deleted_at is not null as is_deleted,
      c.reply_count >= ${repliesMax} as is_full
    from rev join comments c on c.review_id = rev.id where c.id = {comment}::uuid
    for no key update of c
  ), uploads as (
    ${freeUploads('target')}
  ), checks as (
    select target.is_deleted, target.is_full, ${hasAllUploads} as has_files, ${hasOnlyMembers} as has_mentions from target, rev
  ), claim as (
    ${claimKey('has_files and has_mentions and not is_deleted and not is_full')}
  ), raised as (
    update comments set reply_count = reply_count + 1
    from checks where id = {comment}::uuid and has_files and has_mentions and not is_deleted and not is_full and ${isOwnClaim}
    returning id, file_id
  ), said as (
    update files set last_said_at = greatest(last_said_at, now()) from raised where files.id = raised.file_id
  ), counted as (
    update reviews set event_seq = event_seq + 1, updated_at = now(), writers = ${withWriter}
    from raised where reviews.id = {review}::uuid
    returning event_seq, writers
  ), inserted as (
    insert into replies (id, comment_id, message, mentions, mention_names, user_id, guest_id, link_id)
    select {id}::uuid, raised.id, {message}::text, {mentions}::uuid[], ${namesOf('{mentions}::uuid[]')}, {user}::uuid, {guest}::uuid, {link}::uuid
    from raised
    returning *
  ), made as (
    select comment_id from inserted
  ), recorded as (
    ${recordEvent('reply.created', { review: '{review}::uuid', target: '{id}::uuid', parent: '{comment}::uuid', from: 'counted' })}
  ), tied as (
    ${tieUploads('reply_id')}
  ), ${notifyPeople({
    action: 'REPLY_ADDED',
    title: 'New reply in',
    people: [editors, threadAuthor, threadRepliers, mentioned],
  })}
  select checks.is_deleted as "isDeleted", checks.is_full as "isFull", checks.has_files as "hasFiles", checks.has_mentions as "hasMentions",
    ${notifiedPeople} as notified,
    (select ${replyJson({ files: tiedFiles, length: 'whole', writers: '(select writers from counted)', isNew: true })} from inserted p ${authorTables('p')}) as item
  from checks`,
})

/** Reply, counter, event, notifications and attachments in one statement. Null if the comment is gone. */
export const insertReply = (db: Database, reply: NewReply): Promise<Outcome | null> =>
  againIfVictim(() => insert.first(db.pool, reply))

export type LockedReply = {
  commentId: string
  fileId: string
  userId: string | null
  guestId: string | null
  message: string
  editedAt: Date | null
  mentions: string[]
  /** It is the newest comment or reply of the file. */
  isLastSaid: boolean
  /** Of the comment. */
  isDeleted: boolean
  replyCount: number
}

const lock = statement('reply-lock', {
  takes: { review: 'uuid', id: 'uuid' },
  gives: row<LockedReply>({
    ...{
      commentId: 'uuid',
      fileId: 'uuid',
      userId: 'uuid',
      guestId: 'uuid',
      message: 'text',
      editedAt: 'timestamptz',
      mentions: 'uuid[]',
    },
    ...{ isLastSaid: 'bool', isDeleted: 'bool', replyCount: 'int4' },
  }),
  text: `select c.id as "commentId", c.file_id as "fileId", p.user_id as "userId", p.guest_id as "guestId", p.message,
      p.edited_at as "editedAt", p.mentions, p.created_at >= f.last_said_at as "isLastSaid", c.deleted_at is not null as "isDeleted", c.reply_count as "replyCount"
    from replies p join comments c on c.id = p.comment_id join files f on f.id = c.file_id
    where p.id = {id}::uuid and c.review_id = {review}::uuid for no key update of c, p`,
})

/** Locks review, comment and reply, in this order. */
export async function lockReply(tx: Transaction, review: string, id: string): Promise<LockedReply | null> {
  await lockReviewRow(tx, review)
  return lock.first(tx, { review, id })
}

const update = statement('reply-update', {
  takes: { id: 'uuid', message: 'text', mentions: 'uuid[]' },
  text: `update replies set message = {message}::text, mentions = {mentions}::uuid[],
      mention_names = ${keptNames('{message}', '{mentions}::uuid[]')}, edited_at = now(), updated_at = now()
    where id = {id}::uuid`,
})

export async function updateReplyRow(
  tx: Transaction,
  id: string,
  change: { message: string; mentions: readonly string[] },
): Promise<void> {
  await update.count(tx, { ...change, id })
}

const remove = statement('reply-remove', {
  takes: { id: 'uuid', comment: 'uuid' },
  text: `with gone as (delete from replies where id = {id}::uuid returning comment_id)
    update comments set reply_count = reply_count - 1 from gone where comments.id = {comment}::uuid`,
})

export async function deleteReplyRow(tx: Transaction, id: string, comment: string): Promise<void> {
  await remove.count(tx, { id, comment })
}
