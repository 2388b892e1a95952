import type { ActivityAction } from '@wingmark/contract/activity'
import type { Subject } from '@wingmark/contract/subjects'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { namedLinks, nameOf, writtenByLinks } from '#server/modules/access/sql'
import { bySubject, subjectColumn, subjectTable } from '#server/modules/access/subjects/policy'
import { lastId } from '#server/platform/ids'

export type NewActivity = {
  id: string
  subject: Subject
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actor: string | null
  link: string | null
  target: string | null
  before: string | null
  after: string | null
  /** Records only if no entry has this key; null: always. */
  once: string | null
}

const insertOf = bySubject((kind) => {
  const column = subjectColumn({ kind })
  return statement(`activity-insert-${kind}`, {
    takes: {
      ...{ id: 'uuid', subject: 'uuid', action: 'text', actorKind: 'text', actor: 'uuid', link: 'uuid' },
      ...{ target: 'text', before: 'text', after: 'text', once: 'text' },
    },
    text: `insert into activity (id, ${column}, action, actor_kind, actor_id, actor_name, link_id, link_name,
        target, before, after, once_key)
      select {id}::uuid, s.id, {action}::text, {actorKind}::text, {actor}::uuid,
        ${nameOf('{actor}::uuid')},
        l.id, l.name, {target}::text, {before}::text, {after}::text, {once}::text
      from ${subjectTable({ kind })} s left join ${namedLinks} l on l.id = {link}::uuid and l.${column} = s.id
      where s.id = {subject}::uuid
      on conflict (${column}, once_key) do nothing`,
  })
})

/** Stores names as they are now. Writes nothing for a subject that is gone. */
export async function insertActivity(db: Queryable, { subject, ...entry }: NewActivity): Promise<void> {
  await insertOf[subject.kind].count(db, { ...entry, subject: subject._id })
}

export type ActivityRow = {
  id: string
  action: ActivityAction
  actorKind: 'USER' | 'GUEST' | 'VISITOR'
  actorName: string | null
  linkId: string | null
  linkName: string | null
  target: string | null
  before: string | null
  after: string | null
  commentId: string | null
  createdAt: Date
}

const columns = `a.id, a.action, a.actor_kind as "actorKind", a.actor_name as "actorName", a.link_id as "linkId",
  a.link_name as "linkName", a.target, a.before, a.after, null::uuid as "commentId", a.created_at as "createdAt"`
const given = row<ActivityRow>({
  ...{ id: 'uuid', action: 'text', actorKind: 'text', actorName: 'text', linkId: 'uuid', linkName: 'text' },
  ...{ target: 'text', before: 'text', after: 'text', commentId: 'uuid', createdAt: 'timestamptz' },
})
const page = { id: 'uuid', before: 'uuid', limit: 'int4' } as const

const ofSubject = bySubject((kind) =>
  statement(`activity-${kind}`, {
    takes: page,
    gives: given,
    text: `select ${columns} from activity a where a.${subjectColumn({ kind })} = {id}::uuid and a.id < {before}::uuid
      order by a.id desc limit {limit}::int`,
  }),
)

const written = (action: string, things: string, column: string) => `
  select w.id, '${action}', case when w.user_id is null then 'GUEST' else 'USER' end,
    ${nameOf('coalesce(w.user_id, w.guest_id)')}, l.id, l.name, null, null, null, w.comment_id, w.created_at
  from ${namedLinks} l join ${things} w on w.link_id = l.id
  where l.id = {link}::uuid and l.${column} = {id}::uuid and w.id < {before}::uuid order by w.id desc limit {limit}::int`

const ofLink = bySubject((kind) => {
  const column = subjectColumn({ kind })
  return statement(`activity-of-link-${kind}`, {
    takes: { ...page, link: 'uuid' },
    gives: given,
    text: `select * from (
      (select ${columns} from activity a
        where a.link_id = {link}::uuid and a.${column} = {id}::uuid and a.id < {before}::uuid
        order by a.id desc limit {limit}::int)
      union all (${written('COMMENTED', writtenByLinks.comments, column)})
      union all (${written('REPLIED', writtenByLinks.replies, column)})
    ) entry order by id desc limit {limit}::int`,
  })
})

/** Newest first; for one link also what people who came by it wrote. Ids follow time. */
export async function listActivityRows(
  db: Database,
  { kind, _id }: Subject,
  paging: { link: string | null; cursor: string | null; limit: number },
): Promise<ActivityRow[]> {
  const { link, cursor, limit } = paging
  const asked = { id: _id, before: cursor ?? lastId, limit }
  return link === null ? ofSubject[kind].rows(db.pool, asked) : ofLink[kind].rows(db.pool, { ...asked, link })
}

const deleteOld = statement('activity-delete-old', {
  takes: { days: 'int4' },
  text: 'delete from activity where created_at < now() - make_interval(days => {days}::int)',
})

export async function deleteOldActivity(db: Database, days: number): Promise<void> {
  await deleteOld.count(db.pool, { days })
}
