import { needs } from '#server/db/piece'
import { lastingLinks } from '#server/modules/access/sql'

// UUIDv7 of the moment at which the row is written, on any PostgreSQL.
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/** `guest`: whether it is by somebody without an account; left out where only an account can. */
type Told = Record<'user' | 'action' | 'title' | 'by', string> & { guest?: string }
type About =
  | Record<'review' | 'comment', string>
  | Record<'workspace' | 'task', string>
  | Record<'delivery', string>
  | Record<'person', string>

/** Tells people in a statement: each part is an expression, `from` what they stand in, if in anything. */
export function insertNotifications(
  { user, action, title, by, guest = 'false', ...about }: Told & About,
  from?: string,
) {
  const columns = Object.keys(about).map((name) => `${name}_id`)
  return `insert into notifications (id, user_id, action, title, created_by_name, is_by_guest, ${columns.join(', ')})
    select ${[newId, user, action, title, by, guest, ...Object.values(about)].join(', ')}${from ? ` from ${from}` : ''}`
}

/** What was told of the comments of the part `moved` is about another review. */
export const moveNotifications = (from: string, to: string) =>
  needs('moved')`
  update notifications n set review_id = ${to} from moved where n.comment_id = moved.id and n.review_id = ${from}`

/** For `n`, a notification that always comes. */
export const isMention = (n: string) => `(${n}.action in ('MENTIONED', 'TASK_MENTIONED'))`

/** For `n`, a notification about a review that its reader has muted. */
export const isMuted = (n: string) => hasMuted(`${n}.review_id`, `${n}.user_id`)

/** Whether somebody is told of a review by mentions alone. */
export const hasMuted = (review: string, user: string) =>
  `exists (select 1 from review_mutes muted where muted.review_id = ${review} and muted.user_id = ${user})`

/** Whether somebody has not read yet what they were told of a workspace. */
export const hasUnread = (told: Record<'user' | 'workspace' | 'action', string>) =>
  `exists (select 1 from notifications n where n.user_id = ${told.user} and n.workspace_id = ${told.workspace}
    and n.action = ${told.action} and n.read_at is null)`

/** For `n`, a notification about the review `r`: the link by which its reader wrote in the thread, while it is open and nothing was ever taken back from it. */
export const theirLink = needs('n', 'r')`select coalesce(l.code, '') as code from ${lastingLinks('r')} l
  where l.id in (select x.link_id from comments x where x.id = n.comment_id and x.user_id = n.user_id
      union select x.link_id from replies x where x.comment_id = n.comment_id and x.user_id = n.user_id) limit 1`
