import type { Mentionable } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { namedQuery } from '#server/db/named-query'
import { isLetIn, reviewPeople } from '#server/modules/access/sql'
import { isBlockedBetween } from '#server/modules/connections/sql'

type Parameters = { review: string; word: string; beginning: string; asker: string | null; isMember: boolean }

const wrote = (table: string) =>
  `exists (select 1 from ${table} where w.user_id = u.id and c.review_id = {review}::uuid)`

const mentionable = namedQuery<Parameters>(
  'mentionable',
  `select u.id as _id, u.name, u.avatar
   from (
     select distinct p.user_id from ${reviewPeople} p where p.review_id = {review}::uuid and ${isLetIn('p')}
   ) person join users u on u.id = person.user_id
   where u.id is distinct from {asker}::uuid and not ${isBlockedBetween('{asker}::uuid', 'u.id')} and u.name ilike {word}::text
     and ({isMember}::boolean or ${wrote('comments w join comments c on c.id = w.id')}
       or ${wrote('replies w join comments c on c.id = w.comment_id')})
   order by u.name ilike {beginning}::text desc, lower(u.name), u.id limit 20`,
)

export async function findMentionable(
  db: Database,
  { word, ...asked }: { review: string; word: string; asker: string | null; isMember: boolean },
): Promise<Mentionable[]> {
  const pattern = likeLiteral(word)
  const parameters = { ...asked, word: `%${pattern}%`, beginning: `${pattern}%` }
  const { rows } = await db.pool.query<Mentionable>(mentionable(parameters))
  return rows
}
