import { taskLabelsMax } from '@wingmark/contract/limits'
import type { Task, TaskComment, TaskPriority } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { and, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { tasks } from '#server/db/tables/workspaces'
import { hasAsked, isInvited, isWelcome } from '#server/modules/access/sql'
import { isVersionOf } from '#server/modules/files/sql'
import { people } from '#server/modules/users/sql'
import type { Placed } from '#server/modules/workspaces/tasks/policy'

export type TaskRecord = typeof tasks.$inferSelect

/** The comment behind a task, for no particular reader. */
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
  /** The author, if a user. */
  author: string | null
  /** Changes with the place. */
  version: string | null
  /** The assignee's access to the review; all false without an assignee. */
  isAssigneeIn: boolean
  isAssigneeInvited: boolean
  hasAssigneeAsked: boolean
}

/** A task for presentation, without the caller's abilities. */
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
  subtasks: Omit<Task['subtasks'][number], 'can'>[]
  startsOn: string | null
  dueOn: string | null
  labels: string[]
  priority: TaskPriority
  doneAt: Date | null
  /** Null without a comment, or once it is gone. */
  comment: TaskOrigin | null
  connected: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

const face = (u: string) => `json_build_object('_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar)`

const middle = (at: string, length: string) =>
  needs('c')`(c.marker ->> '${at}')::float8 + coalesce((c.marker ->> '${length}')::float8, 0) / 2`

const inParent = (t: string) => `${t}.sub_rank nulls first, ${t}.rank, ${t}.id`

const origin = needs('t')`
  (select json_build_object('id', c.id, 'reviewId', c.review_id, 'reviewName', r.name, 'fileId', c.file_id,
    'fileName', f.name, 'key', f.key, 'kind', b.kind, 'state', b.state, 'number', c.number,
    'page', (c.marker ->> 'page')::int, 'x', ${middle('x', 'width')}, 'y', ${middle('y', 'height')}, 'status', c.status,
    'author', c.user_id, 'version', left(md5(c.marker::text), 8), 'isAssigneeIn', ${isWelcome('r', 't.assignee_id')},
    'isAssigneeInvited', ${isInvited('r.id', 't.assignee_id')}, 'hasAssigneeAsked', ${hasAsked('r.id', 't.assignee_id')})
  from comments c join reviews r on r.id = c.review_id and r.deleted_at is null
    join files f on ${isVersionOf('f', 'c')} join blobs b on b.id = f.blob_id
  where c.id = t.comment_id and c.deleted_at is null)`

/** Without deleted ones, in the order in which they were set. */
const labelsOf = needs('t')`array(select l.id from unnest(t.labels) with ordinality as given(id, nth)
  join task_labels l on l.id = given.id and l.deleted_at is null order by nth limit ${taskLabelsMax})`

const taskColumns = needs('t')`
  t.id, t.workspace_id as "workspaceId", t.number, t.title, t.description, t.status, t.rank,
  t.parent_id as "parentId", t.assignee_id as "assigneeId",
  (select ${face('u')} from ${people} u where u.id = t.assignee_id) as assignee,
  (select ${face('u')} from ${people} u where u.id = t.created_by) as "createdBy",
  (select coalesce(json_agg(json_build_object('_id', s.id, 'number', s.number, 'title', s.title, 'status', s.status,
      'assignee', (select ${face('u')} from ${people} u where u.id = s.assignee_id)) order by ${inParent('s')}), '[]')
    from tasks s where s.parent_id = t.id and s.deleted_at is null) as subtasks,
  ${origin} as comment, t.linked_by is not null as connected,
  t.starts_on::text as "startsOn", t.due_on::text as "dueOn", ${labelsOf} as labels, t.priority, t.done_at as "doneAt", t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`

const taskTypes = {
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
  labels: 'uuid[]',
  priority: 'text',
  doneAt: 'timestamptz',
  version: 'int4',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

export const findTask = statement('task', {
  takes: { id: 'uuid' },
  gives: row<TaskRow>(taskTypes),
  text: `select ${taskColumns} from tasks t where t.id = {id}::uuid and t.deleted_at is null`,
})

export const findTasks = statement('tasks-by-ids', {
  takes: { ids: 'uuid[]' },
  gives: row<TaskRow>(taskTypes),
  text: `select ${taskColumns} from tasks t where t.id = any({ids}::uuid[]) and t.deleted_at is null`,
})

/** In their order. */
export const listSubtaskRows = statement('subtasks', {
  takes: { workspaceId: 'uuid', taskId: 'uuid' },
  gives: row<TaskRow>(taskTypes),
  text: `select ${taskColumns} from tasks t
    where t.parent_id = {taskId}::uuid and t.workspace_id = {workspaceId}::uuid and t.deleted_at is null
    order by ${inParent('t')}`,
})

export async function findRecord(tx: Queryable, id: string): Promise<TaskRecord | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id))
  return row ?? null
}

const ofColumn = { workspaceId: 'uuid', status: 'text', without: 'uuid' } as const
const inColumn = needs('t')`
  t.workspace_id = {workspaceId}::uuid and t.status = {status}::text and t.deleted_at is null
  and t.id <> {without}::uuid`
const placed = row<Placed>({ id: 'uuid', rank: 'text' })

/** A column in order, without one task. */
export const listColumn = statement('task-column', {
  takes: ofColumn,
  gives: placed,
  text: `select t.id, t.rank from tasks t where ${inColumn} order by t.rank, t.id`,
})

/** A task and its successor in the column; none if it is not there. */
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

/** A task's subtasks in order, without one. */
export const listSiblings = statement('task-siblings', {
  takes: { parentId: 'uuid', without: 'uuid' },
  gives: row<{ id: string; rank: string | null }>({ id: 'uuid', rank: 'text' }),
  text: `select t.id, t.sub_rank as rank from tasks t
    where t.parent_id = {parentId}::uuid and t.id <> {without}::uuid and t.deleted_at is null order by ${inParent('t')}`,
})

const rankSubtasks = statement('task-set-sub-ranks', {
  takes: { ranks: 'jsonb' },
  text: `update tasks t set sub_rank = given.rank
    from jsonb_to_recordset({ranks}::jsonb) as given(id uuid, rank text) where t.id = given.id`,
})

type Ranks = readonly { id: string; rank: string }[]

export async function setSubRanks(tx: Queryable, ranks: Ranks): Promise<void> {
  await rankSubtasks.count(tx, { ranks: JSON.stringify(ranks) })
}

const rankTasks = statement('task-set-ranks', {
  takes: { ranks: 'jsonb' },
  text: `update tasks t set rank = given.rank
    from jsonb_to_recordset({ranks}::jsonb) as given(id uuid, rank text) where t.id = given.id`,
})

export async function setRanks(tx: Queryable, ranks: Ranks): Promise<void> {
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

/** False if the id is taken. */
export async function insertTask(tx: Queryable, row: typeof tasks.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(tasks)
    .values(row)
    .onConflictDoNothing({ target: tasks.id })
    .returning({ id: tasks.id })
  return made.length > 0
}

export async function changeTask(
  tx: Queryable,
  id: string,
  change: { [K in keyof typeof tasks.$inferInsert]?: (typeof tasks.$inferInsert)[K] | undefined },
): Promise<void> {
  await tx
    .update(tasks)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(tasks.id, id))
}

/** Deletes a task with its existing subtasks. */
export async function deleteTaskRows(tx: Queryable, id: string, deletionId: string): Promise<void> {
  await tx
    .update(tasks)
    .set({ deletedAt: sql`now()`, deletionId })
    .where(and(or(eq(tasks.id, id), eq(tasks.parentId, id)), isNull(tasks.deletedAt)))
}

/** Returns the restored tasks. */
export async function restoreTaskRows(tx: Queryable, deletionId: string): Promise<string[]> {
  const rows = await tx
    .update(tasks)
    .set({ deletedAt: null, deletionId: null, updatedAt: sql`now()` })
    .where(eq(tasks.deletionId, deletionId))
    .returning({ id: tasks.id })
  return rows.map(({ id }) => id)
}

/** A task that was assigned to the user. */
export type Unassigned = { id: string; isOpen: boolean }

/** Returns the tasks that were theirs. */
export async function unassign(tx: Queryable, workspaceId: string, userId: string): Promise<Unassigned[]> {
  const { id, status, deletedAt } = tasks
  const rows = await tx
    .update(tasks)
    .set({ assigneeId: null })
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.assigneeId, userId)))
    .returning({ id, status, deletedAt })
  const isOpen = (one: (typeof rows)[number]) =>
    one.deletedAt === null && one.status !== 'DONE' && one.status !== 'CANCELLED'
  return rows.map((one) => ({ id: one.id, isOpen: isOpen(one) }))
}
