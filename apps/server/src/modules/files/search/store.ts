import { holdsWords, searchSource } from '#server/db/search-source'
import { isLetIn, reviewPeople, roleIn } from '#server/modules/access/sql'

/** Files of reviews that the user is in. */
export const searchFiles = searchSource('files', {
  matches: `select f.id, 0 as rank, f.created_at as at from files f
    where ${holdsWords('f')} and f.purpose = 'REVIEW' and f.review_id = any(array(
      select p.review_id from ${reviewPeople} p where p.user_id = {user}::uuid and ${isLetIn('p')}))`,
  shown: {
    at: 'f.created_at',
    title: 'f.name',
    place: 'r.name',
    path: `'/reviews/' || r.id || '?file=' || f.id`,
    picture: `case when b.state = 'READY' then f.key end`,
    role: roleIn('r.id', '{user}::uuid'),
  },
  joined:
    'join files f on f.id = page.id join blobs b on b.id = f.blob_id join reviews r on r.id = f.review_id',
})
