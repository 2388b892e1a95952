import { restoreHours } from '@wingmark/contract/limits'
import type { DeletedThing } from '@wingmark/contract/reviews'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isLetIn, reviewPeople, withRemoved } from '#server/modules/access/sql'

export const markDeleted = statement('review-delete', {
  takes: { id: 'uuid' },
  text: 'update reviews set deleted_at = now() where id = {id}::uuid',
})

export const markRestored = statement('review-restore', {
  takes: { id: 'uuid' },
  text: 'update reviews set deleted_at = null, updated_at = now() where id = {id}::uuid',
})

const isFresh = (r: string) => `${r}.deleted_at > now() - interval '${restoreHours} hours'`

export type DeletedReview = { id: string; ownerId: string; name: string; removedFrom: string | null }
const deletedTypes = row<DeletedReview>({ id: 'uuid', ownerId: 'uuid', name: 'text', removedFrom: 'uuid' })
const deletedOne = `select id, owner_id as "ownerId", name, removed_from as "removedFrom" from reviews r
    where id = {id}::uuid and ${isFresh('r')}`

export const findDeleted = statement('review-deleted', {
  takes: { id: 'uuid' },
  gives: deletedTypes,
  text: deletedOne,
})

/** After the review that it was removed from. */
export const lockDeleted = statement('review-deleted-lock', {
  takes: { id: 'uuid' },
  gives: deletedTypes,
  text: `${deletedOne} for update`,
})

type Listed = Omit<DeletedThing, '_id' | 'deletedAt'> & { id: string; deletedAt: Date }

const isEdited = needs('r')`r.removed_from in (select p.review_id from ${reviewPeople} p
  where p.user_id = {user}::uuid and p.role in ('OWNER', 'EDITOR') and ${isLetIn('p')})`
const listed = `from reviews r where ${isFresh('r')} and (r.removed_from is null and r.owner_id = {user}::uuid or ${isEdited})
    and ({review}::uuid is null or r.removed_from = {review}::uuid)`

export const listDeleted = statement('reviews-deleted', {
  takes: { user: 'uuid', review: 'uuid', limit: 'int4', offset: 'int4' },
  gives: row<Listed>({
    ...{ id: 'uuid', type: 'text', name: 'text', review: 'json' },
    ...{ fileCount: 'int4', commentCount: 'int4', size: 'int8', deletedAt: 'timestamptz' },
  }),
  text: `select r.id, case when o.id is null then 'REVIEW' else 'FILE' end as type, r.name,
      case when o.id is not null then json_build_object('_id', o.id, 'name', o.name) end as review,
      held.files as "fileCount", held.comments as "commentCount", held.size, r.deleted_at as "deletedAt"
    from (select r.* ${listed} order by r.deleted_at desc, r.id desc limit {limit}::int offset {offset}::int) r
      left join reviews o on o.id = r.removed_from,
      lateral (select (count(*) filter (where f.purpose = 'REVIEW' or f.id = r.id))::int as files,
        coalesce(sum(f.comment_count), 0)::int as comments, coalesce(sum(b.size), 0)::bigint as size
        from files f join blobs b on b.id = f.blob_id where f.review_id = r.id) held
    order by r.deleted_at desc, r.id desc`,
})

export const countDeleted = statement('reviews-deleted-count', {
  takes: { user: 'uuid', review: 'uuid' },
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total ${listed}`,
})

type One = { id: string }
const ids = row<One>({ id: 'uuid' })

export const listWithRemoved = statement('review-with-removed', {
  takes: { id: 'uuid' },
  gives: ids,
  text: `select id from reviews where id in ${withRemoved('{id}::uuid')}
      or id in (select v.review_id from files v where v.stack_id = {id}::uuid)
    order by id for update`,
})

export const removeRow = statement('review-remove', {
  takes: { id: 'uuid' },
  text: 'delete from reviews where id = {id}::uuid',
})

/** An overdue one, oldest first. */
export const lockExpired = statement('review-expired', {
  takes: {},
  gives: ids,
  text: `select id from reviews r where deleted_at is not null and not ${isFresh('r')}
    order by deleted_at limit 1 for update skip locked`,
})
