import { row, statement } from '#server/db/statement'
import { handOn, isMeant, keepersOf, moveTakes } from '#server/db/unverified-work'
import type { UnverifiedPart } from '#server/module-parts'
import { ofReview } from '#server/modules/access/subjects/policy'

const lock = statement('earlier-lock-reviews', {
  takes: { user: 'uuid' },
  text: `select id from reviews where owner_id = {user}::uuid or owner_id in ${keepersOf('user')} order by id for update`,
})
const exists = statement('earlier-any-review', {
  takes: { user: 'uuid' },
  gives: row<{ has: boolean }>({ has: 'bool' }),
  text: 'select exists (select 1 from reviews where owner_id = {user}::uuid) as has',
})
const counted = statement('earlier-reviews', {
  takes: { user: 'uuid', which: 'text' },
  gives: row<{ count: number }>({ count: 'int4' }),
  text: `select count(*)::int as count from reviews
    where owner_id = {user}::uuid and deleted_at is null and ${isMeant('user')}`,
})
const suspend = statement('earlier-rest', {
  takes: { user: 'uuid' },
  text: `with rested as (
      update reviews set rests_since = now(), access_epoch = access_epoch + 1 where owner_id = {user}::uuid returning id
    )
    update share_links set key_epoch = key_epoch + 1 where review_id in (select id from rested)`,
})
const resume = statement('unverified-resume', {
  takes: { user: 'uuid' },
  text: 'update reviews set rests_since = null where owner_id = {user}::uuid and rests_since is not null',
})
const resting = statement('earlier-resting', {
  takes: { user: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from reviews where owner_id = {user}::uuid and rests_since is not null',
})
const links = statement('earlier-links', {
  takes: { user: 'uuid' },
  gives: row<{ name: string }>({ name: 'text' }),
  text: `select r.name from reviews r where r.owner_id = {user}::uuid and r.rests_since is not null and r.deleted_at is null
      and exists (select 1 from share_links l where l.review_id = r.id and l.access <> 'NONE')
    order by lower(r.name), r.id limit 20`,
})
const move = statement('earlier-move-reviews', {
  takes: moveTakes,
  text: `update reviews ${handOn('owner_id')}`,
})

/** While it rests only the owner has access; links and invitations work again afterwards. */
export const unverifiedReviews: UnverifiedPart = {
  lock: async (tx, user) => void (await lock.count(tx, { user })),
  exists: async (tx, user) => (await exists.first(tx, { user }))?.has ?? false,
  count: async (db, user, which) => ({ reviews: (await counted.first(db, { user, which }))?.count ?? 0 }),
  rest: async (tx, user, rests) => void (await (rests ? suspend : resume).count(tx, { user })),
  resting: async (db, user) => (await resting.rows(db.pool, { user })).map(({ id }) => ofReview(id)),
  links: async (db, user) => (await links.rows(db, { user })).map(({ name }) => name),
  move: async (tx, given) => void (await move.count(tx, given)),
}
