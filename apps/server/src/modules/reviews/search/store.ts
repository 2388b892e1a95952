import { holdsWords, searchSource } from '#server/db/search-source'
import { firstLinks, isOfPerson, linkStampOf, roleIn } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

/** The user's own and joined reviews, then others' public ones. */
export const searchReviews = searchSource('reviews', {
  matches: `select r.id, case when ${isOfPerson('r', '{user}::uuid')} then 0 else 1 end as rank, r.updated_at as at
    from reviews r where ${holdsWords('r')}
      and (${isOfPerson('r', '{user}::uuid')} or (r.visibility = 'PUBLIC' and r.rests_since is null and r.deleted_at is null))`,
  shown: {
    at: 'r.updated_at',
    title: 'r.name',
    text: 'r.description',
    person: `case when r.owner_id <> {user}::uuid then json_build_object('_id', u.id, 'name', u.name, 'avatar', u.avatar) end`,
    path: `'/reviews/' || r.id`,
    picture: 'f.key',
    role: roleIn('r.id', '{user}::uuid'),
    stamp: linkStampOf('l', 'r'),
  },
  joined: `join reviews r on r.id = page.id join ${people} u on u.id = r.owner_id join ${firstLinks} l on l.review_id = r.id
    left join lateral (select case when b.state = 'READY' then cover.key end as key
      from files cover join blobs b on b.id = cover.blob_id where cover.review_id = r.id and cover.purpose = 'REVIEW'
      order by cover.id is distinct from r.cover_id, cover.position, cover.id limit 1) f on true`,
})
