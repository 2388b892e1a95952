import type { Mentionable } from '@wingmark/contract/comments'
import type { Database } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { calledBy, isCalled } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'
import { isIn, isInvited, isLetIn, reviewPeople } from '#server/modules/access/sql'
import { areConnected, connectionsOf, isBlockedBetween, isHidden } from '#server/modules/connections/sql'

type Insider = Omit<Mentionable, 'standing'>

const called = (word: string) => ({ ...calledBy(word), beginning: `${likeLiteral(word)}%` })

const wrote = (table: string) =>
  `exists (select 1 from ${table} where w.user_id = u.id and c.review_id = {review}::uuid)`

const mentionable = statement('mentionable', {
  takes: { review: 'uuid', word: 'text', words: 'text', beginning: 'text', asker: 'uuid', isMember: 'bool' },
  gives: row<Insider>({ _id: 'uuid', name: 'text', avatar: 'text' }),
  text: `select u.id as _id, u.name, u.avatar
   from (
     select distinct p.user_id from ${reviewPeople} p where p.review_id = {review}::uuid and ${isLetIn('p')}
   ) person join users u on u.id = person.user_id
   where u.id is distinct from {asker}::uuid and not ${isBlockedBetween('{asker}::uuid', 'u.id')} and ${isCalled('u.name')}
     and ({isMember}::boolean or ${wrote('comments w join comments c on c.id = w.id')}
       or ${wrote('replies w join comments c on c.id = w.comment_id')})
   order by u.name ilike {beginning}::text desc, lower(u.name), u.id limit 20`,
})

export function findMentionable(
  db: Database,
  { word, ...asked }: { review: string; word: string; asker: string | null; isMember: boolean },
): Promise<Insider[]> {
  return mentionable.rows(db.pool, { ...asked, ...called(word) })
}

/** Plans above FREE may mention people who are not in the review. */
const isPilot = (user: string) =>
  `exists (select 1 from users pilot where pilot.id = ${user} and pilot.plan <> 'FREE')`

type Outsider = Insider & { isInvited: boolean }

const connected = statement('mentionable-connections', {
  takes: { review: 'uuid', word: 'text', words: 'text', beginning: 'text', asker: 'uuid', limit: 'int4' },
  gives: row<Outsider>({ _id: 'uuid', name: 'text', avatar: 'text', isInvited: 'bool' }),
  text: `select u.id as _id, u.name, u.avatar, ${isInvited('{review}::uuid', 'u.id')} as "isInvited"
    from users u where u.id in (select person_id from ${connectionsOf('{asker}::uuid')} known)
      and ${isCalled('u.name')} and ${isPilot('{asker}::uuid')} and not ${isIn('{review}::uuid', 'u.id')}
      and not ${isBlockedBetween('{asker}::uuid', 'u.id')} and not ${isHidden('u.id')}
    order by u.name ilike {beginning}::text desc, lower(u.name), u.id limit {limit}::int`,
})

/** A Pilot's connections outside the review; none on other plans. */
export function findConnections(
  db: Database,
  { word, ...asked }: { review: string; word: string; asker: string; limit: number },
): Promise<Outsider[]> {
  return connected.rows(db.pool, { ...asked, ...called(word) })
}

const outsiders = statement('mentioned-outsiders', {
  takes: { review: 'uuid', asker: 'uuid', people: 'uuid[]' },
  gives: row<{ id: string; isThere: boolean; mayCome: boolean }>({
    id: 'uuid',
    isThere: 'bool',
    mayCome: 'bool',
  }),
  text: `select u.id, ${isIn('{review}::uuid', 'u.id')} or ${isInvited('{review}::uuid', 'u.id')} as "isThere",
      ${areConnected('{asker}::uuid', 'u.id')} and ${isPilot('{asker}::uuid')}
        and not ${isBlockedBetween('{asker}::uuid', 'u.id')} and not ${isHidden('u.id')} as "mayCome"
    from users u where u.id = any({people}::uuid[])`,
})

/** Connections of a Pilot among these people who are not in the review; none if anyone else cannot be mentioned. */
export async function findOutsiders(
  db: Database,
  { people, ...asked }: { review: string; asker: string; people: readonly string[] },
): Promise<string[]> {
  const found = await outsiders.rows(db.pool, { ...asked, people })
  if (found.length < people.length || !found.every((one) => one.isThere || one.mayCome)) return []
  return found.filter((one) => !one.isThere).map(({ id }) => id)
}
