import type { MemberRole } from '@wingmark/contract/reviews'
import type { Task, TaskComment } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { and, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { row, statement } from '#server/db/statement'
import { tasks } from '#server/db/tables/workspaces'
import { rankOf, workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'
import type { Placed } from '#server/modules/workspaces/tasks/policy'

export type TaskRecord = typeof tasks.$inferSelect

/** The comment that a task was made of, for nobody in particular. */
export type TaskOrigin = {
  id: string
  reviewId: string
  reviewName: string
  fileId: string
  fileName: string
  key: string
  kind: TaskComment['kind']
  state: 'PROCESSING' | 'READY' | 'FAILED'
  number: number | null
  page: number | null
  x: number | null
  y: number | null
  status: TaskComment['status']
  /** Who wrote it, where that is a user. */
  author: string | null
  /** Another one for another place. */
  version: string | null
}

/** A task as it is shown, with what a caller may do left open. */
export type TaskRow = {
  id: string
  workspaceId: string
  number: number
  title: string
  description: string
  status: TaskStatus
  rank: string
  parentId: string | null
  assigneeId: string | null
  assignee: Task['assignee']
  createdBy: Task['createdBy']
  subtasks: Task['subtasks']
  startsOn: string | null
  dueOn: string | null
  doneAt: Date | null
  /** Null where it was made of none, or that is gone. */
  comment: TaskOrigin | null
  connected: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

const face = (u: string) => `json_build_object('_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar)`

const middle = (at: string, length: string) =>
  `(c.marker ->> '${at}')::float8 + coalesce((c.marker ->> '${length}')::float8, 0) / 2`

const origin = `(select json_build_object('id', c.id, 'reviewId', c.review_id, 'reviewName', r.name, 'fileId', f.id,
    'fileName', f.name, 'key', f.key, 'kind', b.kind, 'state', b.state, 'number', c.number,
    'page', (c.marker ->> 'page')::int, 'x', ${middle('x', 'width')}, 'y', ${middle('y', 'height')}, 'status', c.status,
    'author', c.user_id, 'version', left(md5(c.marker::text), 8))
  from comments c join reviews r on r.id = c.review_id join files f on f.id = c.file_id join blobs b on b.id = f.blob_id
  where c.id = t.comment_id and c.deleted_at is null)`

const columns = `t.id, t.workspace_id as "workspaceId", t.number, t.title, t.description, t.status, t.rank,
  t.parent_id as "parentId", t.assignee_id as "assigneeId",
  (select ${face('u')} from ${people} u where u.id = t.assignee_id) as assignee,
  (select ${face('u')} from ${people} u where u.id = t.created_by) as "createdBy",
  (select coalesce(json_agg(json_build_object('_id', s.id, 'number', s.number, 'title', s.title, 'status', s.status,
      'assignee', (select ${face('u')} from ${people} u where u.id = s.assignee_id)) order by s.rank, s.id), '[]')
    from tasks s where s.parent_id = t.id and s.deleted_at is null) as subtasks,
  ${origin} as comment, t.linked_by is not null as connected,
  t.starts_on::text as "startsOn", t.due_on::text as "dueOn", t.done_at as "doneAt", t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`

const types = {
  id: 'uuid',
  workspaceId: 'uuid',
  number: 'int4',
  title: 'text',
  description: 'text',
  status: 'text',
  rank: 'text',
  parentId: 'uuid',
  assigneeId: 'uuid',
  assignee: 'json',
  createdBy: 'json',
  subtasks: 'json',
  comment: 'json',
  connected: 'bool',
  startsOn: 'text',
  dueOn: 'text',
  doneAt: 'timestamptz',
  version: 'int4',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

export const findTask = statement('task', {
  takes: { id: 'uuid' },
  gives: row<TaskRow>(types),
  text: `select ${columns} from tasks t where t.id = {id}::uuid and t.deleted_at is null`,
})

export const findTasks = statement('tasks-by-ids', {
  takes: { ids: 'uuid[]' },
  gives: row<TaskRow>(types),
  text: `select ${columns} from tasks t where t.id = any({ids}::uuid[]) and t.deleted_at is null`,
})

/** In their order. */
export const listSubtaskRows = statement('subtasks', {
  takes: { workspaceId: 'uuid', taskId: 'uuid' },
  gives: row<TaskRow>(types),
  text: `select ${columns} from tasks t
    where t.parent_id = {taskId}::uuid and t.workspace_id = {workspaceId}::uuid and t.deleted_at is null
    order by t.rank, t.id`,
})

export type TaskFilter = {
  /** Null: of all workspaces that `user` is in. */
  workspace: string | null
  user: string
  assignee: string | null
  status: readonly TaskStatus[] | null
  /** The id of a task, or `none` for those that are nobody's subtask. */
  parent: string | null
  word: string
  due: 'OVERDUE' | 'TODAY' | 'WEEK' | 'NONE' | null
}

const filters = {
  user: 'uuid',
  workspace: 'uuid',
  assignee: 'uuid',
  parent: 'text',
  word: 'text',
  due: 'text',
} as const

const today = `(now() at time zone 'utc')::date`
const isMeant = `t.deleted_at is null
  and t.workspace_id in (select p.workspace_id from ${workspacePeople} p where p.user_id = {user}::uuid)
  and ({workspace}::uuid is null or t.workspace_id = {workspace}::uuid)
  and ({assignee}::uuid is null or t.assignee_id = {assignee}::uuid)
  and ({parent}::text is null or coalesce(t.parent_id::text, 'none') = {parent}::text)
  and ({word}::text is null or t.title ilike {word}::text or t.description ilike {word}::text)
  and case {due}::text
    when 'OVERDUE' then t.due_on < ${today} and t.status not in ('DONE', 'CANCELLED')
    when 'TODAY' then t.due_on = ${today}
    when 'WEEK' then t.due_on between ${today} and ${today} + 7
    when 'NONE' then t.due_on is null
    else true end`

const orders = {
  rank: 't.rank, t.id',
  '-updatedAt': 't.updated_at desc, t.id',
  dueOn: 't.due_on nulls last, t.id',
  number: 't.number, t.id',
  '-createdAt': 't.id desc',
} as const
export type TaskOrder = keyof typeof orders

const listing = (order: TaskOrder) =>
  statement(`tasks-${order}`, {
    takes: { ...filters, status: 'text[]', limit: 'int4', offset: 'int4' },
    gives: row<TaskRow & { role: MemberRole }>({ ...types, role: 'text' }),
    text: `select ${columns}, (
        select p.role from ${workspacePeople} p where p.workspace_id = t.workspace_id and p.user_id = {user}::uuid
        order by ${rankOf('p.role')} limit 1) as role
      from tasks t where ${isMeant} and ({status}::text[] is null or t.status = any({status}::text[]))
      order by ${orders[order]} limit {limit}::int offset {offset}::int`,
  })
const listings = {
  rank: listing('rank'),
  '-updatedAt': listing('-updatedAt'),
  dueOn: listing('dueOn'),
  number: listing('number'),
  '-createdAt': listing('-createdAt'),
} as const satisfies Record<TaskOrder, unknown>

const countByStatus = statement('tasks-by-status', {
  takes: filters,
  gives: row<{ status: TaskStatus; many: number }>({ status: 'text', many: 'int4' }),
  text: `select t.status, count(*)::int as many from tasks t where ${isMeant} group by t.status`,
})

/** A page, and how many there are by status; two statements. */
export async function listTaskRows(
  db: Database,
  { status, word, ...filter }: TaskFilter,
  { sort, ...paging }: { sort: TaskOrder; limit: number; offset: number },
): Promise<{ rows: (TaskRow & { role: MemberRole })[]; counts: Partial<Record<TaskStatus, number>> }> {
  const asked = { ...filter, word: word === '' ? null : `%${likeLiteral(word)}%` }
  const [rows, counted] = await Promise.all([
    listings[sort].rows(db.pool, { ...asked, status, ...paging }),
    countByStatus.rows(db.pool, asked),
  ])
  return { rows, counts: Object.fromEntries(counted.map((one) => [one.status, one.many])) }
}

export async function findRecord(tx: Queryable, id: string): Promise<TaskRecord | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id))
  return row ?? null
}

const ofColumn = { workspaceId: 'uuid', status: 'text', without: 'uuid' } as const
const inColumn = `t.workspace_id = {workspaceId}::uuid and t.status = {status}::text and t.deleted_at is null
  and t.id <> {without}::uuid`
const placed = row<Placed>({ id: 'uuid', rank: 'text' })

/** Those of a column in order, without one of them. */
export const listColumn = statement('task-column', {
  takes: ofColumn,
  gives: placed,
  text: `select t.id, t.rank from tasks t where ${inColumn} order by t.rank, t.id`,
})

/** A task of the column and the one that follows it there; none where it is not in the column. */
export const findBeside = statement('task-beside', {
  takes: { ...ofColumn, after: 'uuid' },
  gives: placed,
  text: `with above as (select t.id, t.rank from tasks t where ${inColumn} and t.id = {after}::uuid)
    select id, rank from above
    union all (select t.id, t.rank from tasks t, above
      where ${inColumn} and (t.rank, t.id) > (above.rank, above.id) order by t.rank, t.id limit 1)
    order by rank, id`,
})

const end = (name: string, way: 'asc' | 'desc') =>
  statement(name, {
    takes: ofColumn,
    gives: placed,
    text: `select t.id, t.rank from tasks t where ${inColumn} order by t.rank ${way}, t.id ${way} limit 1`,
  })
export const findFirst = end('task-column-first', 'asc')
export const findLast = end('task-column-last', 'desc')

const rankTasks = statement('task-set-ranks', {
  takes: { ranks: 'jsonb' },
  text: `update tasks t set rank = given.rank
    from jsonb_to_recordset({ranks}::jsonb) as given(id uuid, rank text) where t.id = given.id`,
})

export async function setRanks(tx: Queryable, ranks: readonly { id: string; rank: string }[]): Promise<void> {
  await rankTasks.count(tx, { ranks: JSON.stringify(ranks) })
}

export async function countTasks(
  tx: Queryable,
  workspaceId: string,
  parentId: string | null,
): Promise<number> {
  const [row] = await tx
    .select({ many: count() })
    .from(tasks)
    .where(
      and(
        eq(tasks.workspaceId, workspaceId),
        isNull(tasks.deletedAt),
        parentId === null ? undefined : eq(tasks.parentId, parentId),
      ),
    )
  return row?.many ?? 0
}

export async function insertTask(tx: Queryable, row: typeof tasks.$inferInsert): Promise<void> {
  await tx.insert(tasks).values(row)
}

export async function changeTask(
  tx: Queryable,
  id: string,
  change: Partial<typeof tasks.$inferInsert>,
): Promise<void> {
  await tx
    .update(tasks)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(tasks.id, id))
}

/** A task with its subtasks, as far as they are there. */
export async function deleteTaskRows(tx: Queryable, id: string, deletionId: string): Promise<void> {
  await tx
    .update(tasks)
    .set({ deletedAt: sql`now()`, deletionId })
    .where(and(or(eq(tasks.id, id), eq(tasks.parentId, id)), isNull(tasks.deletedAt)))
}

/** Answers which. */
export async function restoreTaskRows(tx: Queryable, deletionId: string): Promise<string[]> {
  const rows = await tx
    .update(tasks)
    .set({ deletedAt: null, deletionId: null, updatedAt: sql`now()` })
    .where(eq(tasks.deletionId, deletionId))
    .returning({ id: tasks.id })
  return rows.map(({ id }) => id)
}

/** Answers which tasks were theirs. */
export async function unassign(tx: Queryable, workspaceId: string, userId: string): Promise<string[]> {
  const rows = await tx
    .update(tasks)
    .set({ assigneeId: null })
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.assigneeId, userId)))
    .returning({ id: tasks.id })
  return rows.map(({ id }) => id)
}
