import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { recordUserEventEach } from '#server/db/user-events'
import { isLetIn, isStillWelcome, reviewPeople } from '#server/modules/access/sql'
import { insertNotifications } from '#server/modules/notifications/sql'

export const editors = `select p.user_id, false from ${reviewPeople} p
  where p.review_id = rev.id and p.role in ('OWNER', 'EDITOR') and ${isLetIn('p')}`
export const mentioned = 'select m.id, true from unnest({mentions}::uuid[]) m(id)'

const andLive = recordUserEventEach('notified', 'notification.created')
/** People whom `notifyPeople` notified, to signal after the commit. */
export const notifiedPeople = 'array(select user_id from notified)::text[]'

/** Each person once, never the author. Needs `rev` and `made` (comment_id), and parameters `user`, `guest`, `authorName`. */
export function notifyPeople(notice: { action: string; title: string; people: readonly string[] }): string {
  return `notified as (
    ${insertNotifications(
      {
        user: 'person.user_id',
        action: `case when person.mentioned then 'MENTIONED' else '${notice.action}' end`,
        title: `case when person.mentioned then 'You were mentioned in ' else '${notice.title} ' end || rev.name`,
        by: '{authorName}::text',
        guest: '{guest}::uuid is not null',
        review: 'rev.id',
        comment: 'made.comment_id',
      },
      `rev, made, lateral (
      select notified.user_id, bool_or(notified.mentioned) as mentioned
      from (${notice.people.join(' union all ')}) notified(user_id, mentioned)
      where notified.user_id is not null and notified.user_id is distinct from {user}::uuid
      group by notified.user_id
    ) person`,
    )}
    returning user_id, id as target_id
  ), ${andLive}`
}

/** Every writing statement locks the review's row first, so that two of them never deadlock. */
export const lockedReview = `select r.id, r.owner_id, r.name, r.visibility, r.rests_since, r.deleted_at, r.access_epoch
  from reviews r where r.id = {review}::uuid and r.deleted_at is null for no key update`

type Notice = {
  action: 'MENTIONED' | 'COMMENT_RESOLVED'
  title: string
  people: readonly string[]
  authorName: string
  isGuest: boolean
  reviewId: string
  commentId: string
}

const notifySome = statement('tell-some', {
  takes: {
    action: 'text',
    title: 'text',
    people: 'uuid[]',
    authorName: 'text',
    isGuest: 'bool',
    reviewId: 'uuid',
    commentId: 'uuid',
  },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with notified as (${insertNotifications(
    {
      user: 'person.id',
      action: '{action}::text',
      title: `{title}::text || ' ' || rev.name`,
      by: '{authorName}::text',
      guest: '{isGuest}::boolean',
      review: 'rev.id',
      comment: 'c.id',
    },
    `reviews rev, comments c, unnest({people}::uuid[]) person(id)
    where rev.id = {reviewId}::uuid and c.id = {commentId}::uuid
      and ${isStillWelcome('rev', 'person.id', 'c.link_id')}`,
  )} returning user_id, id as target_id
  ), ${andLive}
  select user_id as "user" from notified`,
})

/** Like `notifyPeople`, for given people who may still see the review, inside a transaction. Returns whom. */
export async function insertNotices(tx: Transaction, notice: Notice): Promise<string[]> {
  if (notice.people.length === 0) return []
  const rows = await notifySome.rows(tx, notice)
  return rows.map((row) => row.user)
}
