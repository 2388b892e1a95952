import { holdsWords, searchSource } from '#server/db/search-source'
import { isLetIn, reviewPeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

// Reviews as one list, so that others' comments are not scanned.
const isOfTheirs = `c.deleted_at is null and c.review_id = any(array(
  select p.review_id from ${reviewPeople} p where p.user_id = {user}::uuid and ${isLetIn('p')}))`

const face = (u: string, g: string) => `case when ${u}.id is not null
  then json_build_object('_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar)
  else json_build_object('_id', null, 'name', coalesce(${g}.name, ''), 'avatar', null) end`

/** Comments and replies in reviews that the user is in. */
export const searchComments = searchSource('comments', {
  matches: `select c.id, 0 as rank, c.created_at as at, c.id as thread from comments c
      where ${holdsWords('c')} and ${isOfTheirs}
    union all
    select a.id, 0, a.created_at, a.comment_id from replies a join comments c on c.id = a.comment_id
      where ${holdsWords('a')} and ${isOfTheirs}`,
  threads: true,
  shown: {
    at: 'coalesce(a.created_at, c.created_at)',
    title: 'coalesce(u.name, g.name)',
    text: 'coalesce(a.message, c.message)',
    place: `f.name || ' · ' || r.name`,
    person: face('u', 'g'),
    path: `'/reviews/' || r.id || '?comment=' || c.id`,
  },
  joined: `join comments c on c.id = page.thread left join replies a on a.id = page.id
    join files f on f.id = c.file_id join reviews r on r.id = c.review_id
    left join ${people} u on u.id = case when a.id is null then c.user_id else a.user_id end
    left join guests g on g.id = case when a.id is null then c.guest_id else a.guest_id end`,
})
