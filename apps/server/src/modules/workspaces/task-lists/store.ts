import type { MemberRole } from '@wingmark/contract/reviews'
import type { TaskPriority } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Database } from '#server/db/client'
import { needs } from '#server/db/piece'
import { holdsWords } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'
import { rankOf, workspacePeople } from '#server/modules/access/sql'
import { hasLabelCalled, isLabelThere } from '#server/modules/workspaces/labels/sql'
import { findTasks, type TaskRow } from '#server/modules/workspaces/tasks/store'

export type TaskFilter = {
  /** Null: tasks of `user` in all of their workspaces. */
  workspace: string | null
  user: string
  assignee: string | null
  status: readonly TaskStatus[] | null
  /** A task's id, or `none` for tasks that are not subtasks. */
  parent: string | null
  /** A review visible to the caller. */
  review: string | null
  /** A tsquery for this release's rows, and one for older rows. */
  words: string | null
  former: string | null
  due: 'OVERDUE' | 'TODAY' | 'WEEK' | 'NONE' | null
  /** The day that `due` counts from; null: today in UTC. */
  today: string | null
  label: string | null
  priority: TaskPriority | null
}

/** The end of a page: its last task's sort key and id. */
export type After = { key: string; id: string }

/** `role` null: all are in one workspace, where the caller's role is known. */
type Listed = { id: string; role: MemberRole | null; sortKey: string }
export type ListedRow = TaskRow & Omit<Listed, 'id'>

const ofUser = `= any(array(
      select p.workspace_id from ${workspacePeople} p where p.user_id = {user}::uuid))`

const scopes = {
  workspace: {
    takes: { workspace: 'uuid' },
    where: 't.workspace_id = {workspace}::uuid',
    labels: '= {workspace}::uuid',
    role: 'null::text',
  },
  own: {
    takes: { user: 'uuid' },
    where: `t.assignee_id = {user}::uuid and t.workspace_id ${ofUser}`,
    labels: ofUser,
    role: `(select p.role from ${workspacePeople} p where p.workspace_id = t.workspace_id and p.user_id = {user}::uuid
      order by ${rankOf('p.role')} limit 1)`,
  },
} as const
type Scope = keyof typeof scopes

const today = `coalesce(({today}::text)::date, (now() at time zone 'utc')::date)`
const chosen = {
  takes: {
    assignee: 'uuid',
    parent: 'text',
    review: 'uuid',
    due: 'text',
    today: 'text',
    label: 'uuid',
    priority: 'text',
  },
  where: `({assignee}::uuid is null or t.assignee_id = {assignee}::uuid)
  and ({label}::uuid is null or {label}::uuid = any(t.labels) and ${isLabelThere('{label}::uuid')})
  and ({priority}::text is null or t.priority = {priority}::text)
  and ({parent}::text is null or coalesce(t.parent_id::text, 'none') = {parent}::text)
  and ({review}::uuid is null or exists (
    select 1 from comments c where c.id = t.comment_id and c.review_id = {review}::uuid and c.deleted_at is null))
  and case {due}::text
    when 'OVERDUE' then t.due_on < ${today} and t.status not in ('DONE', 'CANCELLED')
    when 'TODAY' then t.due_on = ${today}
    when 'WEEK' then t.due_on between ${today} and ${today} + 7
    when 'NONE' then t.due_on is null
    else true end`,
} as const

// Rows decide on optional filters: a board of thousands has few filters, and a search word comes first.
const narrowings = {
  all: { takes: {}, where: 'true' },
  some: chosen,
  found: {
    takes: { ...chosen.takes, words: 'text', former: 'text' },
    where: chosen.where,
  },
} as const
type Narrowing = keyof typeof narrowings

const whereOf = (scope: Scope, narrowing: Narrowing) =>
  needs('t')`t.deleted_at is null and ${scopes[scope].where} and ${narrowings[narrowing].where}
  ${narrowing === 'found' ? `and (${holdsWords('t')} or ${hasLabelCalled('t', scopes[scope].labels)})` : ''}`

const microseconds = (time: string) => `(extract(epoch from ${time}) * 1000000)::int8`
// Numbers and ranks; a cursor either parses or is refused.
const orders = {
  rank: { by: 't.rank', type: 'text collate "C"', way: 'asc' },
  '-updatedAt': { by: microseconds('t.updated_at'), type: 'int8', way: 'desc' },
  dueOn: { by: `coalesce(t.due_on - date '2000-01-01', 2000000000)`, type: 'int8', way: 'asc' },
  number: { by: 't.number', type: 'int8', way: 'asc' },
  '-createdAt': { by: microseconds('t.created_at'), type: 'int8', way: 'desc' },
} as const
export type TaskOrder = keyof typeof orders

const onward = { status: 'text[]', afterKey: 'text', afterId: 'uuid', offset: 'int4' } as const

function listing(order: TaskOrder, scope: Scope, narrowing: Narrowing) {
  const { by, type, way } = orders[order]
  const goesOn = `and ({status}::text[] is null or t.status = any({status}::text[]))
    and ({afterId}::uuid is null or (${by}, t.id) ${way === 'asc' ? '>' : '<'} (({afterKey}::text)::${type}, {afterId}::uuid))`
  const isFirst = narrowing === 'all'
  const takes = { ...scopes[scope].takes, ...narrowings[narrowing].takes, limit: 'int4' } as const
  return statement(`tasks-${order}-${scope}-${narrowing}`, {
    takes: isFirst ? takes : { ...takes, ...onward },
    gives: row<Listed>({ id: 'uuid', role: 'text', sortKey: 'text' }),
    text: `select t.id, ${scopes[scope].role} as role, (${by})::text as "sortKey"
      from tasks t where ${whereOf(scope, narrowing)} ${isFirst ? '' : goesOn}
      order by ${by} ${way}, t.id ${way} limit {limit}::int ${isFirst ? '' : 'offset {offset}::int'}`,
  })
}

const counting = (scope: Scope, narrowing: Narrowing) =>
  statement(`tasks-by-status-${scope}-${narrowing}`, {
    takes: { ...scopes[scope].takes, ...narrowings[narrowing].takes },
    gives: row<{ status: TaskStatus; many: number }>({ status: 'text', many: 'int4' }),
    text: `select t.status, count(*)::int as many from tasks t where ${whereOf(scope, narrowing)} group by t.status`,
  })

const narrowed = (scope: Scope, narrowing: Narrowing) => ({
  count: counting(scope, narrowing),
  rank: listing('rank', scope, narrowing),
  '-updatedAt': listing('-updatedAt', scope, narrowing),
  dueOn: listing('dueOn', scope, narrowing),
  number: listing('number', scope, narrowing),
  '-createdAt': listing('-createdAt', scope, narrowing),
})
const scoped = (scope: Scope) => ({
  all: narrowed(scope, 'all'),
  some: narrowed(scope, 'some'),
  found: narrowed(scope, 'found'),
})
const listings = { workspace: scoped('workspace'), own: scoped('own') }

type Page = { sort: TaskOrder; limit: number; offset: number; after: After | null }

/** A page, its end if there are more, and counts by status; three statements. */
export async function listTaskRows(
  db: Database,
  filter: TaskFilter,
  { sort, limit, offset, after }: Page,
): Promise<{ rows: ListedRow[]; end: After | null; counts: Partial<Record<TaskStatus, number>> }> {
  const { words, assignee, parent, review, due, label, priority, status } = filter
  const isWhole = [assignee, parent, review, due, label, priority].every((one) => one === null)
  const isFirst = status === null && after === null && offset === 0
  const kinds = listings[filter.workspace === null ? 'own' : 'workspace']
  const part = words === null ? 'some' : 'found'
  const asked = {
    ...filter,
    limit: limit + 1,
    offset,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
  }
  const [{ rows, end }, counted] = await Promise.all([
    kinds[isWhole && isFirst && words === null ? 'all' : part][sort]
      .rows(db.pool, asked)
      .then((listed) => withTasks(db, listed, limit)),
    kinds[isWhole && words === null ? 'all' : part].count.rows(db.pool, asked),
  ])
  return { rows, end, counts: Object.fromEntries(counted.map((one) => [one.status, one.many])) }
}

/** A separate statement, planned once, since it does not depend on the filters. */
async function withTasks(db: Database, listed: readonly Listed[], limit: number) {
  const page = listed.slice(0, limit)
  const last = listed.length > limit ? page.at(-1) : undefined
  const found = page.length === 0 ? [] : await findTasks.rows(db.pool, { ids: page.map(({ id }) => id) })
  const tasks = new Map(found.map((task) => [task.id, task]))
  const rows = page.flatMap(({ id, ...more }): ListedRow[] => {
    const task = tasks.get(id)
    return task ? [{ ...task, ...more }] : []
  })
  return { rows, end: last ? { key: last.sortKey, id: last.id } : null }
}
