import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client'
import { recordUserEvents } from '#server/db/user-events'

// UUIDv7 of the moment at which the row is written, on any PostgreSQL.
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

export const reviewOwner = 'select rev.owner_id, false'
export const reviewEditors = `select m.user_id, false from members m where m.review_id = rev.id and m.role = 'EDITOR'`
export const mentioned = 'select m.id, true from unnest({mentions}::uuid[]) m(id)'

/**
 * Of people who wrote in a thread, those who may still see the review: members, anybody while it is public, and who came
 * by a link that is open and from which nothing was ever taken back.
 */
export const stillWelcome = (userId: string, linkId: string) => `(
  exists (select 1 from members m where m.review_id = rev.id and m.user_id = ${userId})
  or rev.visibility = 'PUBLIC'
  or (rev.visibility = 'UNLISTED' and rev.access_epoch = 1 and exists (select 1 from share_links l
    where l.id = ${linkId} and l.epoch = 1 and l.access <> 'NONE' and (l.expires_at is null or l.expires_at > now()))))`

const andLive = recordUserEvents('told', 'notification.created')
/** Whom `tellPeople` told, to be woken after the commit. */
export const toldPeople = 'array(select user_id from told)::text[]'

/**
 * `told` and what follows from it: notifications and live events for everybody concerned, each once and never the author.
 * Stands in a statement with `rev` (the review's row) and `made` (comment_id), and the parameters `user`, `authorName`.
 */
export function tellPeople(notice: { action: string; title: string; people: readonly string[] }): string {
  return `told as (
    insert into notifications (id, user_id, action, title, created_by_name, review_id, comment_id)
    select ${newId}, person.user_id,
      case when person.mentioned then 'MENTIONED' else '${notice.action}' end,
      case when person.mentioned then 'You were mentioned in ' else '${notice.title} ' end || rev.name,
      {authorName}::text, rev.id, made.comment_id
    from rev, made, lateral (
      select told.user_id, bool_or(told.mentioned) as mentioned
      from (${notice.people.join(' union all ')}) told(user_id, mentioned)
      where told.user_id is not null and told.user_id is distinct from {user}::uuid
      group by told.user_id
    ) person
    returning user_id, id as target_id
  ), ${andLive}`
}

/** The review's row, locked first in every writing statement, so that two of them never wait for each other. */
export const lockedReview = `select r.id, r.owner_id, r.name, r.visibility, r.access_epoch
  from reviews r where r.id = {review}::uuid for no key update`

/** As `tellPeople`, for people who are known, inside a transaction; only those who may still see the review. Answers whom. */
export async function insertNotices(
  tx: Transaction,
  notice: {
    action: 'MENTIONED' | 'COMMENT_RESOLVED'
    title: string
    people: readonly string[]
    authorName: string
    reviewId: string
    commentId: string
  },
): Promise<string[]> {
  if (notice.people.length === 0) return []
  const { rows } = await tx.execute<{ user: string }>(sql`with told as (
    insert into notifications (id, user_id, action, title, created_by_name, review_id, comment_id)
    select ${sql.raw(newId)}, person.id::uuid, ${notice.action}, ${`${notice.title} `} || rev.name, ${notice.authorName},
      rev.id, ${notice.commentId}::uuid
    from reviews rev, comments c, jsonb_array_elements_text(${JSON.stringify(notice.people)}::jsonb) person(id)
    where rev.id = ${notice.reviewId} and c.id = ${notice.commentId}
      and (rev.owner_id = person.id::uuid or ${sql.raw(stillWelcome('person.id::uuid', 'c.link_id'))})
    returning user_id, id as target_id
  ), ${sql.raw(andLive)}
  select user_id as "user" from told`)
  return rows.map((row) => row.user)
}
