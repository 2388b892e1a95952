import { needs } from '#server/db/piece'
import { lastingLinks } from '#server/modules/access/sql'
import { gatherSeconds } from '#server/modules/notifications/mailing/policy'

// A UUIDv7 of the row's writing time, on any PostgreSQL version.
const newId = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/** `guest`: whether someone without an account caused it; left out where only users can. `files`: with new versions. */
type NoticeColumns = Record<'user' | 'action' | 'title' | 'by', string> & { guest?: string; files?: string }
type About =
  | (Record<'review' | 'comment', string> & { round?: string })
  | Record<'workspace' | 'task', string>
  | Record<'delivery', string>
  | Record<'person', string>

/** Inserts notifications: each part is an SQL expression over the optional `from`. */
export function insertNotifications(
  { user, action, title, by, guest = 'false', files, ...about }: NoticeColumns & About,
  from?: string,
) {
  const more = {
    ...Object.fromEntries(Object.entries(about).map(([name, value]) => [`${name}_id`, value])),
    ...(files && { files }),
  }
  return `insert into notifications (id, user_id, action, title, created_by_name, is_by_guest, ${Object.keys(more).join(', ')})
    select ${[newId, user, action, title, by, guest, ...Object.values(more)].join(', ')}${from ? ` from ${from}` : ''}`
}

/** Moves the notifications about the comments in `moved` to another review. */
export const moveNotifications = (from: string, to: string) =>
  needs('moved')`
  update notifications n set review_id = ${to} from moved where n.comment_id = moved.id and n.review_id = ${from}`

/** Whether notification `n` ignores settings. */
export const isMention = (n: string) => `(${n}.action in ('MENTIONED', 'TASK_MENTIONED'))`

/** Whether an email about notification `n` is sent at once: it would be late otherwise. */
export const isUrgent = (n: string) => `(${n}.action in ('ROUND_OPENED', 'ROUND_DUE'))`

/** What notification `n` of the round `d` says: its message, or the first note of the decision. */
export const roundWords = (
  n: string,
  d: string,
) => `case when ${n}.action <> 'DECISION_MADE' then ${d}.message
  else coalesce((select vote.note from round_decisions vote where vote.round_id = ${d}.id
    and vote.created_at = ${n}.created_at and vote.note <> '' order by vote.id limit 1), '') end`

/** Whether notification `n` is about a review that its reader has muted. */
export const isMuted = (n: string) => hasMuted(`${n}.review_id`, `${n}.user_id`)

/** Whether notification `n` does not count as unread: muted ones do not, but mentions always do. */
export const isQuiet = (n: string) => `(${isMuted(n)} and not ${isMention(n)})`

/** Whether notification `n` of new versions waits for more of them. */
export const isGathering = (n: string) =>
  `(${n}.action = 'VERSION_ADDED' and ${n}.read_at is null and ${n}.created_at > now() - interval '${gatherSeconds} seconds')`

/** How many unread notifications about the review the user has; counting stops at `most`. */
export const countUnreadAbout = (review: string, user: string, most: number) =>
  `(select count(*)::int from (select from notifications n where n.user_id = ${user} and n.review_id = ${review}
    and n.read_at is null and not ${isQuiet('n')} limit ${most}) few)`

/** Whether the user gets only mentions of the review. */
export const hasMuted = (review: string, user: string) =>
  `exists (select 1 from review_mutes muted where muted.review_id = ${review} and muted.user_id = ${user})`

/** Whether the user has an unread notification about the workspace. */
export const hasUnread = (notified: Record<'user' | 'workspace' | 'action', string>) =>
  `exists (select 1 from notifications n where n.user_id = ${notified.user} and n.workspace_id = ${notified.workspace}
    and n.action = ${notified.action} and n.read_at is null)`

/** For notification `n` about review `r`: the still open link through which its reader wrote in the thread. */
export const theirLink = needs('n', 'r')`select coalesce(l.code, '') as code from ${lastingLinks('r')} l
  where l.id in (select x.link_id from comments x where x.id = n.comment_id and x.user_id = n.user_id
      union select x.link_id from replies x where x.comment_id = n.comment_id and x.user_id = n.user_id) limit 1`
