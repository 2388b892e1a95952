import type { AiReading, AiReadingKind } from '@wingmark/contract/ai'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { aiReadings } from '#server/db/tables/ai'
import type { CommentScope } from '#server/modules/comments/service'

export type Scope = CommentScope & { user: string; kind: AiReadingKind }
export type KeptPoint = { text: string; comments: string[] }
type Kept = Pick<
  AiReading,
  '_id' | 'commentsRead' | 'commentsLeftOut' | 'commentsCut' | 'characters' | 'isCut'
> & {
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
    commentsCut: 'int4',
    repliesRead: 'int4',
    characters: 'int4',
    isCut: 'bool',
    readAt: 'timestamptz',
  }),
  text: `select id as _id, points, disagreements, questions, comments_read as "commentsRead",
      comments_left_out as "commentsLeftOut", comments_cut as "commentsCut", replies_read as "repliesRead", characters,
      is_cut as "isCut", read_at as "readAt"
    from ai_readings where user_id = {user}::uuid and review_id = {review}::uuid and kind = {kind}::text
      and file_id is not distinct from {file}::uuid and status is not distinct from {status}::text`,
})

export const findKept = (db: Database, wanted: Scope) => kept.first(db.pool, wanted)

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
