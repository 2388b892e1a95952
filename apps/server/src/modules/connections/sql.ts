import { requestDays } from '@wingmark/contract/limits'
import { isResting, restingPeople } from '#server/modules/users/sql'

/** Either has blocked the other. */
export const isBlockedBetween = (one: string, other: string) =>
  `exists (select 1 from blocks wall where (wall.blocker_id = ${one} and wall.blocked_id = ${other})
    or (wall.blocker_id = ${other} and wall.blocked_id = ${one}))`

/** Hidden or suspended by the operator. */
export const isRestricted = (user: string) =>
  `exists (select 1 from restrictions held where held.user_id = ${user} and (held.until is null or held.until > now()))`

/** Whether the row `c` of `connections` is of this pair. */
export const isPair = (c: string, one: string, other: string) =>
  `least(${c}.requester_id, ${c}.addressee_id) = least(${one}, ${other})
    and greatest(${c}.requester_id, ${c}.addressee_id) = greatest(${one}, ${other})`

/** So old that it no longer counts, answered or not. */
export const hasLapsed = (c: string) => `${c}.created_at < now() - interval '${requestDays} days'`

/** Others can neither find them nor write to them. */
export const isHidden = (user: string) => `(${isRestricted(user)} or ${isResting(user)})`

/** People whom nobody finds: the restricted and the suspended. */
export const unseen = `select held.user_id from restrictions held where held.until is null or held.until > now()
  union all select resting.id from ${restingPeople} resting`

/** People whom the user has blocked, or who have blocked them. */
export const wallsOf = (
  user: string,
) => `select wall.blocked_id as id from blocks wall where wall.blocker_id = ${user}
  union all select wall.blocker_id from blocks wall where wall.blocked_id = ${user}`

/** People whom the user does not find, for `not in`. */
export const unseenBy = (user: string) => `(${unseen} union all ${wallsOf(user)})`

export const hasBlocked = (one: string, other: string) =>
  `exists (select 1 from blocks wall where wall.blocker_id = ${one} and wall.blocked_id = ${other})`

export const areConnected = (one: string, other: string) =>
  `exists (select 1 from connections pair where ${isPair('pair', one, other)} and pair.status = 'ACCEPTED')`

/** The user's connections, as a table: person_id. */
export const connectionsOf = (user: string) => `(
  select case when pair.requester_id = ${user} then pair.addressee_id else pair.requester_id end as person_id
  from connections pair where ${user} in (pair.requester_id, pair.addressee_id) and pair.status = 'ACCEPTED')`

/** Columns of a card for a person `u` with profile `p`; `cardTypes` are their types. */
export const cardColumns = `u.id as "personId", u.name, u.username, u.avatar, p.designation, p.company, p.location,
  coalesce(p.skills, '{}') as skills`

export type CardRow = {
  personId: string
  name: string
  username: string
  avatar: string | null
  designation: string | null
  company: string | null
  location: string | null
  skills: readonly string[]
}

export const cardTypes = {
  personId: 'uuid',
  name: 'text',
  username: 'text',
  avatar: 'text',
  designation: 'text',
  company: 'text',
  location: 'text',
  skills: 'text[]',
} as const

/** Settings for first messages to people with a profile, as a table: user_id, is_open_to_messages. */
export const messageDoors = '(select user_id, is_open_to_messages from connection_profiles)'
