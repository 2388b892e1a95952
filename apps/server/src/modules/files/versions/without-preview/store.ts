import { row, statement } from '#server/db/statement'

export type Former = { stack: string; reviewId: string; userId: string; version: number; former: string }

/** Files whose newest, current version has these bytes, rendered for the first time, and an earlier one with a preview. */
export const findFormer = statement('version-former', {
  takes: { blob: 'uuid' },
  gives: row<Former>({ stack: 'uuid', reviewId: 'uuid', userId: 'uuid', version: 'int4', former: 'uuid' }),
  text: `select s.id as stack, s.review_id as "reviewId", s.owner_id as "userId", s.version, former.id as former
    from files s join blobs b on b.id = s.blob_id and b.drawing = 0
    cross join lateral (
      select v.id from files v join blobs seen on seen.id = v.blob_id
      where v.stack_id = s.id and v.review_id = s.review_id and seen.state <> 'FAILED'
      order by v.version desc limit 1
    ) former
    where s.blob_id = {blob}::uuid and s.purpose = 'REVIEW' and s.version_count > 1 and s.version = s.last_version
    order by s.review_id, s.id`,
})
