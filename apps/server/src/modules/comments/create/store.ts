import type { CommentType, Marker } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { againIfVictim } from '#server/db/deadlocks'
import { claimKey, isOwnClaim } from '#server/db/idempotency'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { canBePublished, publishFinding } from '#server/modules/checks/sql'
import { withWriter } from '#server/modules/comments/colors/store'
import {
  freeUploads,
  hasAllUploads,
  hasOnlyMembers,
  namesOf,
  tieUploads,
} from '#server/modules/comments/content/store'
import { attachmentsJson, authorTables, commentJson } from '#server/modules/comments/json/store'
import {
  editors,
  lockedReview,
  mentioned,
  notifiedPeople,
  notifyPeople,
} from '#server/modules/comments/notices/store'
import { recordEvent } from '#server/modules/events/sql'

export type NewComment = {
  id: string
  review: string
  file: string
  /** Null: the current one. */
  version: number | null
  type: CommentType
  marker: Marker | null
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
  /** The finding that the comment publishes. */
  finding: string | null
}

/** The result: `item` if a comment was made. */
type Outcome = {
  hasFiles: boolean
  hasMentions: boolean
  hasPage: boolean
  hasFinding: boolean
  pages: number | null
  notified: string[]
  /** As JSON; see json/store.ts. */
  item: string | null
}

/** Parts that a comment lacks cost nothing. */
type Has = { files: boolean; mentions: boolean; key: boolean; finding: boolean }

const tiedFiles = needs('tied')`select ${attachmentsJson} from tied f join blobs b on b.id = f.blob_id`

const madeComment = (has: Has) =>
  commentJson({
    files: has.files ? tiedFiles : 'null',
    length: 'whole',
    writers: '(select writers from counted)',
    isNew: true,
    replies: 'null',
    repliesCursor: 'null::text',
  })

const isInOrder = 'has_files and has_mentions and has_page and has_finding'

const blobOfVersion = needs('f')`case when coalesce({version}::int, f.version) = f.version then f.blob_id
  else (select v.blob_id from files v where v.stack_id = f.id and v.review_id = f.review_id and v.version = {version}::int) end`

// Locks in a fixed order: review, file, uploads. Writes nothing unless all checks pass.
const insertQuery = (has: Has) =>
  statement(`create-comment-${nameOf(has)}`, {
    takes: {
      ...{
        id: 'uuid',
        review: 'uuid',
        file: 'uuid',
        type: 'text',
        version: 'int4',
        marker: 'json',
        page: 'int4',
        message: 'text',
      },
      ...{ mentions: 'uuid[]', user: 'uuid', guest: 'uuid', link: 'uuid', authorName: 'text' },
      ...(has.files && { files: 'uuid[]' as const }),
      ...(has.key && { actor: 'uuid' as const, key: 'text' as const }),
      ...(has.finding && { finding: 'uuid' as const }),
    },
    gives: row<Outcome>({
      ...{ hasFiles: 'bool', hasMentions: 'bool', hasPage: 'bool', hasFinding: 'bool', pages: 'int4' },
      ...{ notified: 'text[]', item: 'text' },
    }),
    text: `with rev as (
      ${lockedReview}
    ), target as (
      select f.id, coalesce({version}::int, f.version) as version, case when jsonb_typeof(b.pages) = 'array' then jsonb_array_length(b.pages)
        when b.kind = 'IMAGE' then 1 end as pages
      from rev join files f on f.review_id = rev.id join blobs b on b.id = ${blobOfVersion}
      where f.id = {file}::uuid and f.purpose = 'REVIEW' for no key update of f
    ), ${has.files ? `uploads as (${freeUploads('target')}), ` : ''} checks as (
      select target.pages, ${has.files ? hasAllUploads : 'true'} as has_files,
        ${has.mentions ? hasOnlyMembers : 'true'} as has_mentions,
        coalesce({page}::int <= target.pages, true) as has_page,
        ${has.finding ? canBePublished('{finding}::uuid', '{file}::uuid') : 'true'} as has_finding
      from target, rev
    ), ${has.key ? `claim as (${claimKey(isInOrder)}), ` : ''} numbered as (
      update files set comment_count = comment_count + 1, open_count = open_count + 1,
        last_number = last_number + case {type}::text when 'MARKED' then 1 else 0 end,
        last_said_at = greatest(last_said_at, now())
      from checks where id = {file}::uuid and ${isInOrder}
        ${has.key ? `and ${isOwnClaim}` : ''}
      returning last_number
    ), counted as (
      update reviews set comment_count = comment_count + 1, open_count = open_count + 1,
        event_seq = event_seq + 1, updated_at = now(), writers = ${withWriter}
      from numbered where id = {review}::uuid
      returning event_seq, writers
    ), inserted as (
      insert into comments (id, review_id, file_id, version, number, type, marker, message, mentions, mention_names, user_id,
        guest_id, link_id, from_check)
      select {id}::uuid, {review}::uuid, {file}::uuid, (select version from target),
        case {type}::text when 'MARKED' then numbered.last_number end, {type}::text, {marker}::json, {message}::text,
        {mentions}::uuid[], ${has.mentions ? namesOf('{mentions}::uuid[]') : `'{}'`}, {user}::uuid, {guest}::uuid, {link}::uuid,
        ${has.finding}
      from numbered
      returning *
    ), made as (
      select id as comment_id from inserted
    ), ${has.finding ? `published as (${publishFinding('{finding}::uuid')}), ` : ''} recorded as (
      ${recordEvent('comment.created', { review: '{review}::uuid', target: '{id}::uuid', parent: '{file}::uuid', from: 'counted' })}
    ), ${has.files ? `tied as (${tieUploads('comment_id')}), ` : ''} ${notifyPeople({
      action: 'COMMENT_ADDED',
      title: 'New comment on',
      people: [editors, ...(has.mentions ? [mentioned] : [])],
    })}
    select checks.has_files as "hasFiles", checks.has_mentions as "hasMentions", checks.has_page as "hasPage",
      checks.has_finding as "hasFinding",
      checks.pages,
      ${notifiedPeople} as notified,
      (select ${madeComment(has)} from inserted c ${authorTables('c')}) as item
    from checks`,
  })
const both = [false, true] as const
const combinations = both.flatMap((files) =>
  both.flatMap((mentions) =>
    both.flatMap((key) => both.map((finding): Has => ({ files, mentions, key, finding }))),
  ),
)
const inserts = new Map(combinations.map((has) => [nameOf(has), insertQuery(has)]))

function nameOf({ files, mentions, key, finding }: Has): string {
  return `${files}-${mentions}-${key}-${finding}`
}

function insertFor({ files, mentions, key, finding }: NewComment) {
  const has = {
    files: files.length > 0,
    mentions: mentions.length > 0,
    key: key !== null,
    finding: finding !== null,
  }
  const found = inserts.get(nameOf(has))
  if (!found) throw new Error('every combination has its statement')
  return found
}

/** Number, comment, counters, event, notifications and attachments in one statement. Null if the file is gone. */
export function insertComment(db: Database, comment: NewComment): Promise<Outcome | null> {
  const { marker, ...rest } = comment
  const place = { marker: marker && JSON.stringify(marker), page: marker?.page ?? null }
  return againIfVictim(() => insertFor(comment).first(db.pool, { ...rest, ...place }))
}

const current = statement('comment-version', {
  takes: { file: 'uuid' },
  gives: row<{ version: number }>({ version: 'int4' }),
  text: `select version from files where id = {file}::uuid and purpose = 'REVIEW'`,
})

/** The number of the file's current version; null for a file that is gone. */
export async function findVersion(db: Database, file: string): Promise<number | null> {
  return (await current.first(db.pool, { file }))?.version ?? null
}
