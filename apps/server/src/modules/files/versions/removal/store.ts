import { restoreHours } from '@wingmark/contract/limits'
import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'

/** The newest version left beside the current one. */
export const findNewestLeft = statement('version-newest-left', {
  takes: { stack: 'uuid', review: 'uuid' },
  gives: row<{ id: string; version: number }>({ id: 'uuid', version: 'int4' }),
  text: `select id, version from files where stack_id = {stack}::uuid and review_id = {review}::uuid
    order by version desc limit 1`,
})

const makeHolder = statement('version-aside', {
  takes: { id: 'uuid', review: 'uuid' },
  text: `insert into reviews (id, owner_id, name, visibility, removed_from, created_at, deleted_at)
    select f.id, r.owner_id, f.name || ' (version ' || f.version || ')', 'PRIVATE', r.id, r.created_at, now()
    from files f join reviews r on r.id = f.review_id where f.id = {id}::uuid and r.id = {review}::uuid`,
})
const moveAside = statement('version-aside-files', {
  takes: { id: 'uuid', stack: 'uuid', number: 'int4', gaveWayTo: 'int4' },
  text: `with counted as (
      update files set version_count = version_count - 1 where id = {stack}::uuid
    ), said as (
      select id from comments where file_id = {stack}::uuid and version = {number}::int
    )
    update files f set review_id = {id}::uuid, gave_way_to = case when f.id = {id}::uuid then {gaveWayTo}::int end
    where f.id = {id}::uuid or f.comment_id in (select id from said)
      or f.reply_id in (select p.id from replies p where p.comment_id in (select id from said))`,
})

type Going = { id: string; stack: string; review: string; number: number; gaveWayTo: number | null }

/** Moves the version's row and its comments' attachments into a deleted holder with the row's id. */
export async function putVersionAside(tx: Transaction, { review, ...going }: Going): Promise<void> {
  await makeHolder.count(tx, { id: going.id, review })
  await moveAside.count(tx, going)
}

/** A version removed from this review within a day, by its row and holder; locked. */
export const lockRemoved = statement('version-removed', {
  takes: { stack: 'uuid', review: 'uuid', number: 'int4' },
  gives: row<{ id: string; gaveWayTo: number | null }>({ id: 'uuid', gaveWayTo: 'int4' }),
  text: `select f.id, f.gave_way_to as "gaveWayTo" from files f join reviews r on r.id = f.review_id
    where f.stack_id = {stack}::uuid and f.version = {number}::int and r.removed_from = {review}::uuid
      and r.deleted_at > now() - interval '${restoreHours} hours' for update`,
})

/** Which version a holder keeps; nothing for a file's. */
export const findHeld = statement('version-held', {
  takes: { holder: 'uuid' },
  gives: row<{ stack: string; number: number }>({ stack: 'uuid', number: 'int4' }),
  text: `select stack_id as stack, version as number from files
    where id = {holder}::uuid and purpose = 'VERSION' and stack_id is not null`,
})

export const countOneMore = statement('version-count-more', {
  takes: { stack: 'uuid' },
  text: 'update files set version_count = version_count + 1 where id = {stack}::uuid',
})

export const removeHolder = statement('version-holder-remove', {
  takes: { id: 'uuid' },
  text: 'delete from reviews where id = {id}::uuid',
})
