import type { AccessRequest } from '@wingmark/contract/members'
import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { accessRequests } from '#server/db/tables/reviews'
import { recordUserEvents } from '#server/db/user-events'
import { areFellows, hasAsked, isIn, isWelcome, stands } from '#server/modules/access/sql'
import { isBlockedBetween, isHidden } from '#server/modules/connections/sql'
import { insertNotifications } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

// Members, pending askers and people blocked by the owner cause no notification.
const ask = statement('access-ask', {
  takes: { review: 'uuid', user: 'uuid', by: 'text' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with wanted as (
      select r.id, r.name, r.owner_id from reviews r
      where r.id = {review}::uuid and r.deleted_at is null and not ${isWelcome('r', '{user}::uuid')} for key share
    ), asked as (
      insert into access_requests as a (review_id, user_id) select id, {user}::uuid from wanted
      on conflict (review_id, user_id) do update set created_at = now() where not ${stands('a')}
      returning review_id
    ), notified as (
      ${insertNotifications(
        {
          user: 'wanted.owner_id',
          action: `'ACCESS_ASKED'`,
          title: `{by}::text || ' requested access to “' || wanted.name || '”'`,
          by: '{by}::text',
          review: 'wanted.id',
          comment: 'null::uuid',
        },
        `wanted join asked on asked.review_id = wanted.id
          where not ${isBlockedBetween('wanted.owner_id', '{user}::uuid')} and not ${isHidden('{user}::uuid')}`,
      )} returning user_id, id as target_id
    ), ${recordUserEvents('notified', 'notification.created')} select user_id as "user" from notified`,
})

/** Returns who was notified. */
export async function putRequest(
  tx: Transaction,
  asked: { review: string; user: string; by: string },
): Promise<string[]> {
  return (await ask.rows(tx, asked)).map(({ user }) => user)
}

const give = statement('access-give', {
  takes: { review: 'uuid', user: 'uuid', by: 'text' },
  gives: row<{ user: string }>({ user: 'uuid' }),
  text: `with notified as (
      ${insertNotifications(
        {
          user: '{user}::uuid',
          action: `'ACCESS_GIVEN'`,
          title: `'You can open “' || r.name || '” now'`,
          by: '{by}::text',
          review: 'r.id',
          comment: 'null::uuid',
        },
        'reviews r where r.id = {review}::uuid',
      )} returning user_id, id as target_id
    ), ${recordUserEvents('notified', 'notification.created')} select user_id as "user" from notified`,
})

/** Notifies the asker; returns who was notified. */
export async function notifyLetIn(
  tx: Transaction,
  about: { review: string; user: string; by: string },
): Promise<string[]> {
  return (await give.rows(tx, about)).map(({ user }) => user)
}

/** False if they no longer ask. */
export async function takeRequest(tx: Transaction, review: string, user: string): Promise<boolean> {
  const taken = await tx
    .delete(accessRequests)
    .where(and(eq(accessRequests.reviewId, review), eq(accessRequests.userId, user)))
    .returning({ user: accessRequests.userId })
  return taken.length > 0
}

const isMet = needs('u')`not ${isBlockedBetween('{asker}::uuid', 'u.id')} and not ${isHidden('u.id')}`

export type Addable = { name: string; isIn: boolean; hasAsked: boolean }

const addable = statement('access-addable', {
  takes: { review: 'uuid', asker: 'uuid', person: 'uuid' },
  gives: row<Addable>({ name: 'text', isIn: 'bool', hasAsked: 'bool' }),
  text: `select u.name, ${isIn('{review}::uuid', 'u.id')} as "isIn", asked."hasAsked"
    from ${people} u, lateral (select ${hasAsked('{review}::uuid', 'u.id')} as "hasAsked") asked
    where u.id = {person}::uuid and ${isMet} and (asked."hasAsked" or ${areFellows('{asker}::uuid', 'u.id')})`,
})

/** Null for people the caller does not know. */
export const findAddable = (
  db: Database,
  asked: { review: string; asker: string; person: string },
): Promise<Addable | null> => addable.first(db.pool, asked)

const requestsMax = 50

type Asking = Omit<AccessRequest, 'askedAt'> & { askedAt: Date }

const listing = statement('access-requests', {
  takes: { review: 'uuid', asker: 'uuid' },
  gives: row<Asking>({ _id: 'uuid', name: 'text', avatar: 'text', askedAt: 'timestamptz' }),
  text: `select u.id as _id, u.name, u.avatar, a.created_at as "askedAt"
    from access_requests a join ${people} u on u.id = a.user_id
    where a.review_id = {review}::uuid and ${stands('a')} and ${isMet} and not ${isIn('{review}::uuid', 'u.id')}
    order by a.created_at desc, u.id limit ${requestsMax}`,
})

export const listRequestRows = (db: Database, review: string, asker: string): Promise<Asking[]> =>
  listing.rows(db.pool, { review, asker })
