import type { CommentStatus } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'

/** A review, or one file and one status. */
export type CommentScope = { review: string; file: string | null; status: CommentStatus | null }
export type CountSince = { comments: number; replies: number; changed: number }
export type CommentPlace = { _id: string; file: string; number: number | null; page: number | null }

const inScope = `c.review_id = {review}::uuid and ({file}::uuid is null or c.file_id = {file}::uuid)
  and ({status}::text is null or c.status = {status}::text) and c.deleted_at is null`

const since = statement('comments-since', {
  takes: { review: 'uuid', file: 'uuid', status: 'text', since: 'timestamptz' },
  gives: row<CountSince>({ comments: 'int4', replies: 'int4', changed: 'int4' }),
  text: `select count(*)::int as comments, coalesce(sum(c.reply_count), 0)::int as replies,
      (count(*) filter (where c.updated_at > {since}::timestamptz or exists (
        select 1 from replies p where p.comment_id = c.id and p.updated_at > {since}::timestamptz
      )))::int as changed
    from comments c where ${inScope}`,
})

const places = statement('comment-places', {
  takes: { review: 'uuid', ids: 'uuid[]' },
  gives: row<CommentPlace>({ _id: 'uuid', file: 'uuid', number: 'int4', page: 'int4' }),
  text: `select id as _id, file_id as file, number, (marker ->> 'page')::int as page from comments
    where id = any({ids}::uuid[]) and review_id = {review}::uuid and deleted_at is null`,
})

/** The current total, and the number of new or changed ones since. */
export async function countSince(
  db: Database,
  { review, file, status }: CommentScope,
  time: Date,
): Promise<CountSince> {
  const found = await since.first(db.pool, { review, file, status, since: time })
  return found ?? { comments: 0, replies: 0, changed: 0 }
}

/** Those that still exist, in this review. */
export const findPlaces = (db: Database, review: string, ids: readonly string[]) =>
  places.rows(db.pool, { review, ids })
