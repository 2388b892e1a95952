import { notificationWordsMax } from '@wingmark/contract/limits'
import type { Notification, NotificationAction } from '@wingmark/contract/notifications'
import type { MemberRole } from '@wingmark/contract/reviews'
import { readToCut } from '@wingmark/contract/shorten'
import type { Database } from '#server/db/client'
import { needs, offers } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { recordUserEvents } from '#server/db/user-events'
import {
  firstLinks,
  isInvited,
  isReceiver,
  isReviewDeleted,
  isWelcome,
  linkStampOf,
  roleIn,
  workspacePeople,
} from '#server/modules/access/sql'
import { subjectOfRow } from '#server/modules/access/subjects/policy'
import { isVersionOf } from '#server/modules/files/sql'
import { isQuiet, roundWords, theirLink } from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

/** Pictures of a notification of new versions. */
const picturesMax = 4

export type NotificationRow = {
  id: string
  userId: string
  action: NotificationAction
  title: string
  words: string
  createdByName: string
  isByGuest: boolean
  /** The actor, if known. */
  person: { _id: string; avatar: string | null } | null
  /** The page with the comment, rendered or about to be. */
  picture: { key: string; page: number } | null
  /** Of new versions. */
  newVersions: { file: string | null; keys: string[]; names: string } | null
  /** The reader's access: their role, or the public stamp. */
  role: MemberRole | null
  stamp: string | null
  subjectKind: Notification['subject']['kind']
  subjectId: string
  subjectName: string
  isInvited: boolean
  isMuted: boolean
  commentId: string | null
  taskId: string | null
  readAt: Date | null
  createdAt: Date
}

const expected = needs('n', 'r')`
  (n.review_id is not null and not ${isWelcome('r', 'n.user_id')} and ${isInvited('r.id', 'n.user_id')})`

const quiet = needs('n')`${isQuiet('n')}`

// A deleted review's notifications come back with it.
const isThere = needs('n')`not ${isReviewDeleted('n.review_id')}`

// People without access do not learn a new name.
const subjectName = needs('n', 'r', 'd', 'w')`case when n.person_id is not null then n.created_by_name
    when n.review_id is not null then case when ${isWelcome('r', 'n.user_id')} or ${expected} or exists (${theirLink})
      then r.name else 'A review you can no longer open' end
    when n.delivery_id is not null then case when ${isReceiver('d', 'n.user_id')}
      then coalesce(nullif(d.title, ''), 'Files') else 'Files you can no longer open' end
    when exists (select 1 from ${workspacePeople} p where p.workspace_id = w.id and p.user_id = n.user_id)
      then w.name else 'A workspace you can no longer open' end`

// A reply and its notification share a time; a mention by an edit is found through its comment.
const words = needs('n', 'r')`
  case when n.round_id is not null and ${isWelcome('r', 'n.user_id')} then
    left((select ${roundWords('n', 'asked')} from rounds asked where asked.id = n.round_id), ${readToCut(notificationWordsMax)})
  when n.review_id is not null and n.comment_id is not null and ${isWelcome('r', 'n.user_id')} then coalesce(
    (select left(p.message, ${readToCut(notificationWordsMax)}) from replies p
      where p.comment_id = n.comment_id and p.created_at = n.created_at limit 1),
    (select left(c.message, ${readToCut(notificationWordsMax)}) from comments c
      where c.id = n.comment_id and c.deleted_at is null and n.action <> 'REPLY_ADDED'), '') else '' end`

// For others, as after an edit, the person stays unknown.
const person = needs('n', 'r')`
  (select json_build_object('_id', someone.id, 'avatar', u.avatar) from (select case
    when n.person_id is not null then n.person_id
    when n.review_id is null or not ${isWelcome('r', 'n.user_id')} then null
    else coalesce(
      (select coalesce(p.user_id, p.guest_id) from replies p where p.comment_id = n.comment_id and p.created_at = n.created_at limit 1),
      (select coalesce(c.user_id, c.guest_id) from comments c where c.id = n.comment_id and c.created_at = n.created_at),
      (select f.owner_id from files f join ${people} adder on adder.id = f.owner_id and adder.name = n.created_by_name
        where f.id = n.files[cardinality(n.files)] and f.review_id = n.review_id)
    ) end as id) someone left join ${people} u on u.id = someone.id where someone.id is not null)`

const picture = needs('n')`
  (select json_build_object('key', f.key, 'page', coalesce((c.marker ->> 'page')::int, 1))
    from comments c join files f on ${isVersionOf('f', 'c')} join blobs b on b.id = f.blob_id
    where c.id = n.comment_id and n.review_id is not null and b.kind in ('IMAGE', 'PDF') and b.state <> 'FAILED')`

// Files that were removed are left out.
const newVersions = needs('n', 'r')`
  case when n.action = 'VERSION_ADDED' and ${isWelcome('r', 'n.user_id')} then (
    select json_build_object('file', (array_agg(f.id order by given.place))[1],
      'keys', coalesce((array_agg(f.key order by given.place) filter (where b.kind in ('IMAGE', 'PDF') and b.state <> 'FAILED'))[:${picturesMax}], '{}'),
      'names', coalesce(string_agg(f.name, ', ' order by given.place), ''))
    from unnest(n.files) with ordinality given(id, place)
    join files f on f.id = given.id and f.review_id = n.review_id join blobs b on b.id = f.blob_id) end`

const stamp = needs('r')`(select ${linkStampOf('l', 'r')} from ${firstLinks} l where l.review_id = r.id)`

const columns = needs('n', 'r')`
  n.id, n.user_id as "userId", n.action, n.title, ${words} as words, n.created_by_name as "createdByName", n.is_by_guest as "isByGuest",
  ${person} as person, ${picture} as picture, ${newVersions} as "newVersions", ${roleIn('r.id', 'n.user_id')} as role, ${stamp} as stamp,
  ${subjectOfRow('n', { PERSON: 'person_id' })}, ${subjectName} as "subjectName", ${expected} as "isInvited", ${quiet} as "isMuted", n.comment_id as "commentId", n.task_id as "taskId", n.read_at as "readAt", n.created_at as "createdAt"`

const withSubject = offers('n', 'r', 'w', 'd')`
  notifications n left join reviews r on r.id = n.review_id left join workspaces w on w.id = n.workspace_id left join deliveries d on d.id = n.delivery_id`

type Paging = { limit: number; offset: number; cursor: string | null; onlyUnread: boolean }

const given = row<NotificationRow>({
  ...{
    id: 'uuid',
    userId: 'uuid',
    action: 'text',
    title: 'text',
    words: 'text',
    createdByName: 'text',
    isByGuest: 'bool',
    subjectKind: 'text',
  },
  ...{ subjectId: 'uuid', subjectName: 'text', commentId: 'uuid', taskId: 'uuid' },
  ...{ person: 'json', picture: 'json', newVersions: 'json', role: 'text', stamp: 'text' },
  ...{ isInvited: 'bool', isMuted: 'bool', readAt: 'timestamptz', createdAt: 'timestamptz' },
})

const page = statement('notifications-page', {
  takes: { user: 'uuid', limit: 'int4', offset: 'int4', cursor: 'uuid', onlyUnread: 'bool' },
  gives: given,
  text: `select ${columns} from ${withSubject} where n.user_id = {user}::uuid and ${isThere}
      and (not {onlyUnread}::boolean or n.read_at is null and not ${quiet}) and ({cursor}::uuid is null or n.id < {cursor}::uuid)
    order by n.id desc limit {limit}::int offset {offset}::int`,
})
type Counts = { total: number; unread: number; planStarted: string | null }

const counts = statement('notifications-count', {
  takes: { user: 'uuid' },
  gives: row<Counts>({ total: 'int4', unread: 'int4', planStarted: 'uuid' }),
  text: `select count(*)::int as total, (count(*) filter (where n.read_at is null and not ${quiet}))::int as unread,
      (select case when p.action = 'PLAN_STARTED' and p.read_at is null then p.id end from notifications p
        where p.user_id = {user}::uuid and p.action in ('PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED')
        order by p.id desc limit 1) as "planStarted"
    from notifications n where n.user_id = {user}::uuid and ${isThere}`,
})

export async function listNotificationsOf(
  db: Database,
  user: string,
  paging: Paging,
): Promise<Counts & { rows: NotificationRow[] }> {
  const { limit, offset, cursor, onlyUnread } = paging
  const [rows, counted] = await Promise.all([
    page.rows(db.pool, { user, limit, offset, cursor, onlyUnread }),
    counts.first(db.pool, { user }),
  ])
  const { total, unread, planStarted } = counted ?? { total: 0, unread: 0, planStarted: null }
  return { rows, total: onlyUnread ? unread : total, unread, planStarted }
}

const unreadOf = statement('notifications-unread', {
  takes: { users: 'uuid[]' },
  gives: row<{ user: string; unread: number }>({ user: 'uuid', unread: 'int4' }),
  text: `select user_id as "user", count(*)::int as unread from notifications n
    where n.user_id = any({users}::uuid[]) and n.read_at is null and not ${quiet} and ${isThere} group by user_id`,
})

/** Only users with any. */
export async function countUnread(db: Database, users: readonly string[]): Promise<Map<string, number>> {
  const rows = await unreadOf.rows(db.pool, { users })
  return new Map(rows.map((row) => [row.user, row.unread]))
}

/** Which; null: whichever. */
export type Marked = {
  ids: readonly string[] | null
  subject: string | null
  comment: string | null
  task: string | null
  before: string | null
  readAt: string | null
  muted: boolean
  unread: boolean
  answered: number
}

type Changed = { ids: string[]; changed: number; readAt: Date }

// Clients only see milliseconds.
const mark = statement('notifications-mark', {
  takes: {
    ...{ user: 'uuid', ids: 'uuid[]', subject: 'uuid', comment: 'uuid', task: 'uuid' },
    ...{ before: 'text', readAt: 'text' },
    ...{ muted: 'bool', unread: 'bool', answered: 'int4' },
  },
  gives: row<Changed>({ ids: 'text[]', changed: 'int4', readAt: 'timestamptz' }),
  text: `with changed as (
    update notifications n set read_at = case when {unread}::boolean then null else now() end
    where n.user_id = {user}::uuid and (n.read_at is null) <> {unread}::boolean
      and ({ids}::uuid[] is null or n.id = any({ids}::uuid[]))
      and ({subject}::uuid is null or coalesce(n.review_id, n.workspace_id, n.delivery_id, n.person_id) = {subject}::uuid)
      and ({comment}::uuid is null or n.comment_id = {comment}::uuid)
      and ({task}::uuid is null or n.task_id = {task}::uuid)
      and ({before}::text is null or date_trunc('milliseconds', n.created_at) <= {before}::text::timestamptz)
      and ({readAt}::text is null or date_trunc('milliseconds', n.read_at) = {readAt}::text::timestamptz)
      and ({muted}::boolean or not ${quiet})
    returning n.id
  ), notified as (
    select {user}::uuid as user_id, {user}::uuid as target_id where exists (select 1 from changed)
  ), ${recordUserEvents('notified', 'notification.read')}
  select array(select id from changed order by id desc limit {answered}::int)::text[] as ids,
    (select count(*) from changed)::int as changed, now() as "readAt"`,
})

/** Marks notifications and signals the user's other pages in one statement. Returns changed ones, newest first. */
export async function markNotifications(db: Database, user: string, marked: Marked): Promise<Changed> {
  const made = await mark.first(db.pool, { user, ...marked })
  return made ?? { ids: [], changed: 0, readAt: new Date() }
}

const byIds = statement('notifications-by-ids', {
  takes: { ids: 'uuid[]' },
  gives: given,
  text: `select ${columns} from ${withSubject} where n.id = any({ids}::uuid[])`,
})

export const findNotifications = (db: Database, ids: readonly string[]): Promise<NotificationRow[]> =>
  byIds.rows(db.pool, { ids })
