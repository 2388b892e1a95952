import { repliesMax } from '@wingmark/contract/limits'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client'
import { againIfVictim } from '#server/db/deadlocks'
import { claimKey, isOwnClaim } from '#server/db/idempotency'
import { namedQuery } from '#server/db/named-query'
import { isStillWelcome } from '#server/modules/access/sql'
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
  tellPeople,
  toldPeople,
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
  claimed: string | null
  told: string[]
  /** As JSON; see json/store.ts. */
  item: string | null
}

const threadAuthor = `select t.user_id, false from target t where ${isStillWelcome('rev', 't.user_id', 't.link_id')}`
const threadRepliers = `select p.user_id, false from replies p
  where p.comment_id = {comment}::uuid and p.user_id is not null and ${isStillWelcome('rev', 'p.user_id', 'p.link_id')}`

const tiedFiles = `select ${attachmentsJson} from tied f join blobs b on b.id = f.blob_id`

const insert = namedQuery<NewReply>(
  'create-reply',
  `with rev as (
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
    returning id
  ), counted as (
    update reviews set event_seq = event_seq + 1, updated_at = now()
    from raised where reviews.id = {review}::uuid
    returning event_seq
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
  ), ${tellPeople({
    action: 'REPLY_ADDED',
    title: 'New reply in',
    people: [editors, threadAuthor, threadRepliers, mentioned],
  })}
  select checks.is_deleted as "isDeleted", checks.is_full as "isFull", checks.has_files as "hasFiles", checks.has_mentions as "hasMentions",
    (select result_id from claim) as claimed,
    ${toldPeople} as told,
    (select ${replyJson({ files: tiedFiles, length: 'whole' })} from inserted p ${authorTables('p')}) as item
  from checks`,
)

/** Reply, counter, event, notifications and attachments in one statement. Null: the comment is gone. */
export async function insertReply(db: Database, reply: NewReply): Promise<Outcome | null> {
  const { rows } = await againIfVictim(() => db.pool.query<Outcome>(insert(reply)))
  return rows[0] ?? null
}

export type LockedReply = {
  commentId: string
  fileId: string
  userId: string | null
  guestId: string | null
  message: string
  mentions: string[]
  /** Of the comment. */
  isDeleted: boolean
  replyCount: number
}

/** Locks review, comment and reply, in this order. */
export async function lockReply(tx: Transaction, reviewId: string, id: string): Promise<LockedReply | null> {
  await tx.execute(sql`select 1 from reviews where id = ${reviewId} for no key update`)
  const { rows } = await tx.execute<LockedReply>(sql`
    select c.id as "commentId", c.file_id as "fileId", p.user_id as "userId", p.guest_id as "guestId", p.message, p.mentions,
      c.deleted_at is not null as "isDeleted", c.reply_count as "replyCount"
    from replies p join comments c on c.id = p.comment_id
    where p.id = ${id} and c.review_id = ${reviewId} for no key update of c, p`)
  return rows[0] ?? null
}

export async function updateReplyRow(
  tx: Transaction,
  id: string,
  change: { message: string; mentions: readonly string[] },
): Promise<void> {
  const mentions = sql`array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(change.mentions)}::jsonb))`
  await tx.execute(sql`update replies set message = ${change.message},
      mentions = ${mentions}, mention_names = ${keptNames(sql`${change.message}`, mentions)},
      edited_at = now(), updated_at = now()
    where id = ${id}`)
}

export async function deleteReplyRow(tx: Transaction, id: string, commentId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from replies where id = ${id} returning comment_id)
    update comments set reply_count = reply_count - 1 from gone where comments.id = ${commentId}`)
}
