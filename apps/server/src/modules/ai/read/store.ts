import type { AiReading, AiReadingKind } from '@wingmark/contract/ai'
import type { CommentStatus } from '@wingmark/contract/comments'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { aiReadings } from '#server/db/tables/ai'

export type Scope = {
  user: string
  review: string
  file: string | null
  status: CommentStatus | null
  kind: AiReadingKind
}
export type KeptPoint = { text: string; comments: string[] }
type Kept = Pick<AiReading, '_id' | 'commentsRead' | 'commentsLeftOut' | 'characters' | 'isCut'> & {
  points: KeptPoint[]
  disagreements: KeptPoint[]
  questions: KeptPoint[]
  repliesRead: number
  readAt: Date
}

const scope = { user: 'uuid', review: 'uuid', file: 'uuid', status: 'text', kind: 'text' } as const

const kept = statement('kept-reading', {
  takes: scope,
  gives: row<Kept>({
    _id: 'uuid',
    points: 'jsonb',
    disagreements: 'jsonb',
    questions: 'jsonb',
    commentsRead: 'int4',
    commentsLeftOut: 'int4',
    repliesRead: 'int4',
    characters: 'int4',
    isCut: 'bool',
    readAt: 'timestamptz',
  }),
  text: `select id as _id, points, disagreements, questions, comments_read as "commentsRead",
      comments_left_out as "commentsLeftOut", replies_read as "repliesRead", characters, is_cut as "isCut",
      read_at as "readAt"
    from ai_readings where user_id = {user}::uuid and review_id = {review}::uuid and kind = {kind}::text
      and file_id is not distinct from {file}::uuid and status is not distinct from {status}::text`,
})

const inScope = `c.review_id = {review}::uuid and ({file}::uuid is null or c.file_id = {file}::uuid)
  and ({status}::text is null or c.status = {status}::text) and c.deleted_at is null`

const now = statement('comments-since', {
  takes: { review: 'uuid', file: 'uuid', status: 'text', since: 'timestamptz' },
  gives: row<{ comments: number; replies: number; changed: number }>({
    comments: 'int4',
    replies: 'int4',
    changed: 'int4',
  }),
  text: `select count(*)::int as comments, coalesce(sum(c.reply_count), 0)::int as replies,
      (count(*) filter (where c.updated_at > {since}::timestamptz or exists (
        select 1 from replies p where p.comment_id = c.id and p.updated_at > {since}::timestamptz
      )))::int as changed
    from comments c where ${inScope}`,
})

export type FoundReference = { _id: string; file: string; number: number | null; page: number | null }

const references = statement('referred-comments', {
  takes: { review: 'uuid', ids: 'uuid[]' },
  gives: row<FoundReference>({ _id: 'uuid', file: 'uuid', number: 'int4', page: 'int4' }),
  text: `select id as _id, file_id as file, number, (marker ->> 'page')::int as page from comments
    where id = any({ids}::uuid[]) and review_id = {review}::uuid and deleted_at is null`,
})

export const findKept = (db: Database, wanted: Scope) => kept.first(db.pool, wanted)

/** What is there now, and how much of it came or changed since then. */
export async function findSince(
  db: Database,
  { review, file, status }: Scope,
  since: Date,
): Promise<{ comments: number; replies: number; changed: number }> {
  return (
    (await now.first(db.pool, { review, file, status, since })) ?? { comments: 0, replies: 0, changed: 0 }
  )
}

/** Those that are still there, of this review. */
export const findReferences = (db: Database, review: string, ids: readonly string[]) =>
  references.rows(db.pool, { review, ids })

export async function keepReading(
  tx: Transaction,
  { user, review, file, status, kind }: Scope,
  { _id, ...made }: Kept,
): Promise<void> {
  await tx
    .insert(aiReadings)
    .values({ id: _id, userId: user, reviewId: review, fileId: file, status, kind, ...made })
    .onConflictDoUpdate({
      target: [aiReadings.userId, aiReadings.reviewId, aiReadings.fileId, aiReadings.status, aiReadings.kind],
      set: { id: _id, ...made },
    })
}
