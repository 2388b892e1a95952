import type { MailArea, NotifyMode } from '@wingmark/contract/mails'
import type { Database, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isReviewDeleted, isWelcome, workspacePeople } from '#server/modules/access/sql'
import { dailyHour, gatherSeconds } from '#server/modules/notifications/mailing/policy'
import {
  isGathering,
  isMention,
  isMuted,
  isUrgent,
  roundWords,
  theirLink,
} from '#server/modules/notifications/sql'
import { people } from '#server/modules/users/sql'

export type MailDue = { userId: string; notifications: string[] }

const area = needs('n')`
  case when n.review_id is not null then 'COMMENTS' when n.workspace_id is not null then 'WORKSPACES'
  when n.delivery_id is not null then 'TRANSFERS' else 'PEOPLE' end`
const isWanted = needs('u', 'n')`(${isMention('n')} or ${area} = any(u.mail_areas) and not ${isMuted('n')})`

// The newest 50 are enough: recent emails were about recent notifications.
const isGathered = needs('n')`(n.review_id is not null and not ${isMention('n')} and exists (
  select 1 from (select m.review_id, m.action, m.mailed_at from notifications m
    where m.user_id = n.user_id order by m.id desc limit 50) m
  where m.review_id = n.review_id and not ${isMention('m')} and m.mailed_at > now() - interval '${gatherSeconds} seconds'))`

const due = statement('notifications-due', {
  takes: { limit: 'int4' },
  gives: row<MailDue & { taken: number }>({ userId: 'uuid', notifications: 'json', taken: 'int4' }),
  text: `with due as (
      select n.id from notifications n join ${people} u on u.id = n.user_id
      where n.mailed_at is null and not ${isGathering('n')} and not ${isReviewDeleted('n.review_id')} and (u.notify = 'INSTANT' and not ${isGathered} or ${isMention('n')} or ${isUrgent('n')} or not ${isWanted}
        or n.created_at < case u.notify
          when 'HOURLY' then date_trunc('hour', now())
          else date_trunc('day', now() - interval '${dailyHour} hours', 'UTC') + interval '${dailyHour} hours' end)
      order by n.id limit {limit}::int for update of n skip locked
    ), taken as (
      update notifications n set mailed_at = now() from due where n.id = due.id returning n.*
    )
    select n.user_id as "userId", (select count(*)::int from taken) as taken,
      coalesce(json_agg(n.id order by n.id) filter (where ${isWanted}), '[]') as notifications
    from taken n join ${people} u on u.id = n.user_id group by n.user_id`,
})

/** Marks due notifications so that no other process takes them. Returns those to email, by person. */
export async function takeDue(
  tx: Transaction,
  limit: number,
): Promise<{ notified: MailDue[]; isMore: boolean }> {
  const rows = await due.rows(tx, { limit })
  const notified = rows.filter((row) => row.notifications.length > 0)
  return {
    notified: notified.map(({ userId, notifications }) => ({ userId, notifications })),
    isMore: rows[0]?.taken === limit,
  }
}

export type Reader = { id: string; email: string; name: string; notify: NotifyMode; mailAreas: MailArea[] }

const reader = statement('notified-reader', {
  takes: { id: 'uuid' },
  gives: row<Reader>({ id: 'uuid', email: 'text', name: 'text', notify: 'text', mailAreas: 'text[]' }),
  text: `select id, email, name, notify, mail_areas as "mailAreas" from ${people} u where id = {id}::uuid`,
})

export const findReader = (db: Database, id: string): Promise<Reader | null> => reader.first(db.pool, { id })

/** A notification with the text it is about. */
export type CommentNotice = {
  id: string
  action: 'COMMENT_ADDED' | 'REPLY_ADDED' | 'COMMENT_RESOLVED' | 'MENTIONED'
  by: string
  isByGuest: boolean
  reviewId: string
  reviewName: string
  commentId: string
  fileName: string
  number: number | null
  message: string
  attachments: number
  /** For people who came by a link: its code; empty for the plain address. */
  shareCode: string | null
}

export type TaskNotice = {
  id: string
  action: 'TASK_ASSIGNED' | 'TASK_DONE' | 'TASK_MENTIONED' | 'TASKS_UNASSIGNED'
  by: string
  workspaceId: string
  workspaceName: string
  /** Null for messages on the workspace's own timeline. */
  taskId: string | null
  number: number | null
  /** Of the task; a summary if there are several. */
  title: string | null
  message: string | null
  /** The comment behind the task, if the reader may see it. */
  commentId: string | null
}

/** Someone asks for access to a review, or got it. */
export type AccessNotice = {
  id: string
  action: 'ACCESS_ASKED' | 'ACCESS_GIVEN'
  by: string
  reviewId: string
  reviewName: string
}

export type VersionNotice = {
  id: string
  action: 'VERSION_ADDED'
  by: string
  reviewId: string
  reviewName: string
  /** Each with its newest version. */
  files: { id: string; name: string; key: string; version: number; note: string; by: string }[]
}

/** Someone asks for a decision, it is due, or someone decided. */
export type RoundNotice = {
  id: string
  action: 'ROUND_OPENED' | 'ROUND_DUE' | 'DECISION_MADE'
  title: string
  by: string
  isByGuest: boolean
  reviewId: string
  reviewName: string
  endsAt: Date
  timeZone: string
  /** The message of the round, or the first note of the decision. */
  message: string
}

/** Invitations have their own email, connection requests have none. */
export type Notice = CommentNotice | TaskNotice | AccessNotice | VersionNotice | RoundNotice

// One statement writes a reply and its notification, so their times are equal to the microsecond.
const itsReply = needs('c', 'n')`
  select p.* from replies p where p.comment_id = c.id and n.action in ('REPLY_ADDED', 'MENTIONED')
  and (p.created_at = n.created_at or p.edited_at = n.created_at) limit 1`

const isInside = isWelcome('r', 'n.user_id')

/** Those of these notifications that are unread and still visible to the user. */
export async function listNotices(db: Database, userId: string, ids: readonly string[]): Promise<Notice[]> {
  const asked = { user: userId, ids }
  const [ofComments, ofTasks, ofAccess, ofVersions, ofRounds] = await Promise.all([
    commentNotices.rows(db.pool, asked),
    taskNotices.rows(db.pool, asked),
    accessNotices.rows(db.pool, asked),
    versionNotices.rows(db.pool, asked),
    roundNotices.rows(db.pool, asked),
  ])
  const all = [...ofComments, ...ofTasks, ...ofAccess, ...ofVersions, ...ofRounds]
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const commentNotices = statement('comment-notices', {
  takes: { user: 'uuid', ids: 'uuid[]' },
  gives: row<CommentNotice>({
    ...{
      id: 'uuid',
      action: 'text',
      by: 'text',
      isByGuest: 'bool',
      reviewId: 'uuid',
      reviewName: 'text',
      commentId: 'uuid',
    },
    ...{ fileName: 'text', number: 'int4', message: 'text', attachments: 'int4', shareCode: 'text' },
  }),
  text: `select n.id, n.action, n.created_by_name as by, n.is_by_guest as "isByGuest", r.id as "reviewId", r.name as "reviewName", c.id as "commentId",
        f.name as "fileName", c.number, coalesce(p.message, c.message) as message,
        (select count(*)::int from files a where case when p.id is null then a.comment_id = c.id else a.reply_id = p.id end)
          as attachments,
        case when ${isInside} then null else link.code end as "shareCode"
      from notifications n join reviews r on r.id = n.review_id
      join comments c on c.id = n.comment_id and c.deleted_at is null join files f on f.id = c.file_id
      left join lateral (${itsReply}) p on true
      left join lateral (${theirLink}) link on true
      where n.user_id = {user}::uuid and n.id = any({ids}::uuid[]) and n.read_at is null
        and (${isMention('n')} or not ${isMuted('n')}) and (${isInside} or link.code is not null)
        and case n.action when 'REPLY_ADDED' then p.id is not null
          when 'MENTIONED' then n.user_id = any(coalesce(p.mentions, c.mentions)) else true end
      order by n.id`,
})

// One transaction writes a message and its notification, so their times are equal.
const taskNotices = statement('task-notices', {
  takes: { user: 'uuid', ids: 'uuid[]' },
  gives: row<TaskNotice>({
    id: 'uuid',
    action: 'text',
    by: 'text',
    workspaceId: 'uuid',
    workspaceName: 'text',
    taskId: 'uuid',
    number: 'int4',
    title: 'text',
    message: 'text',
    commentId: 'uuid',
  }),
  text: `select n.id, n.action, n.created_by_name as by, w.id as "workspaceId", w.name as "workspaceName",
      t.id as "taskId", t.number, case n.action when 'TASKS_UNASSIGNED' then n.title else t.title end as title, said.message,
      case when ${isWelcome('r', 'n.user_id')} then c.id end as "commentId"
    from notifications n join workspaces w on w.id = n.workspace_id
    left join tasks t on t.id = n.task_id and t.deleted_at is null
    left join comments c on c.id = t.comment_id and c.deleted_at is null
    left join reviews r on r.id = c.review_id
    left join lateral (select i.message from timeline_items i
      where i.workspace_id = n.workspace_id and i.task_id is not distinct from n.task_id and n.user_id = any(i.mentions)
        and i.kind = 'MESSAGE' and (i.created_at = n.created_at or i.edited_at = n.created_at) limit 1) said on true
    where n.user_id = {user}::uuid and n.id = any({ids}::uuid[]) and n.read_at is null
      and exists (select 1 from ${workspacePeople} p where p.workspace_id = w.id and p.user_id = n.user_id)
      and case n.action when 'TASK_ASSIGNED' then t.assignee_id = n.user_id when 'TASK_DONE' then t.status = 'DONE'
        when 'TASK_MENTIONED' then said.message is not null when 'TASKS_UNASSIGNED' then true else false end
    order by n.id`,
})

const accessNotices = statement('access-notices', {
  takes: { user: 'uuid', ids: 'uuid[]' },
  gives: row<AccessNotice>({ id: 'uuid', action: 'text', by: 'text', reviewId: 'uuid', reviewName: 'text' }),
  text: `select n.id, n.action, n.created_by_name as by, r.id as "reviewId", r.name as "reviewName"
    from notifications n join reviews r on r.id = n.review_id
    where n.user_id = {user}::uuid and n.id = any({ids}::uuid[]) and n.read_at is null
      and n.action in ('ACCESS_ASKED', 'ACCESS_GIVEN') and not ${isMuted('n')} and ${isInside}
    order by n.id`,
})

// Files whose newest version was removed again are left out.
const versionNotices = statement('version-notices', {
  takes: { user: 'uuid', ids: 'uuid[]' },
  gives: row<VersionNotice>({
    ...{ id: 'uuid', action: 'text', by: 'text', reviewId: 'uuid', reviewName: 'text', files: 'json' },
  }),
  text: `select n.id, n.action, n.created_by_name as by, r.id as "reviewId", r.name as "reviewName", fresh.files
    from notifications n join reviews r on r.id = n.review_id
    join lateral (
      select json_agg(json_build_object('id', f.id, 'name', f.name, 'key', v.key, 'version', v.version,
        'note', v.version_note, 'by', u.name) order by given.place) as files
      from unnest(n.files) with ordinality given(id, place)
      join files f on f.id = given.id and f.review_id = n.review_id
      join files v on (v.id = f.id or v.stack_id = f.id) and v.review_id = f.review_id and v.version = f.last_version
      join ${people} u on u.id = v.owner_id
    ) fresh on fresh.files is not null
    where n.user_id = {user}::uuid and n.id = any({ids}::uuid[]) and n.read_at is null
      and n.action = 'VERSION_ADDED' and not ${isMuted('n')} and ${isInside}
    order by n.id`,
})

// A round that was closed meanwhile asks for nothing.
const roundNotices = statement('round-notices', {
  takes: { user: 'uuid', ids: 'uuid[]' },
  gives: row<RoundNotice>({
    ...{ id: 'uuid', action: 'text', title: 'text', by: 'text', isByGuest: 'bool', reviewId: 'uuid' },
    ...{ reviewName: 'text', endsAt: 'timestamptz', timeZone: 'text', message: 'text' },
  }),
  text: `select n.id, n.action, n.title, n.created_by_name as by, n.is_by_guest as "isByGuest", r.id as "reviewId",
      r.name as "reviewName", d.ends_at as "endsAt", d.time_zone as "timeZone",
      ${roundWords('n', 'd')} as message
    from notifications n join reviews r on r.id = n.review_id join rounds d on d.id = n.round_id
    where n.user_id = {user}::uuid and n.id = any({ids}::uuid[]) and n.read_at is null
      and not ${isMuted('n')} and ${isInside} and (n.action = 'DECISION_MADE' or d.state = 'OPEN')
    order by n.id`,
})

const addLook = statement('notifications-look', {
  takes: {},
  text: `select graphile_worker.add_job('notifications:mail', job_key => 'notifications:mail',
    job_key_mode => 'preserve_run_at')`,
})

export async function addLookJob(tx: Transaction): Promise<void> {
  await addLook.count(tx, {})
}

const addLaterLook = statement('notifications-later-look', {
  takes: {},
  text: `select graphile_worker.add_job('notifications:mail', job_key => 'notifications:mail-gathered',
    job_key_mode => 'preserve_run_at', run_at => now() + interval '${gatherSeconds} seconds')
    where exists (select 1 from notifications n join ${people} u on u.id = n.user_id
      where n.mailed_at is null and u.notify = 'INSTANT')`,
})

/** Adds another check for gathered notifications, if there are any. */
export async function addGatheredLook(tx: Transaction): Promise<void> {
  await addLaterLook.count(tx, {})
}
