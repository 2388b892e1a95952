import type { MemberRole } from '@wingmark/contract/reviews'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { tasks } from '#server/db/tables/workspaces'
import { rankOf, workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

export type TaskRecord = typeof tasks.$inferSelect

/** A task as it is shown, with what a caller may do left open. */
export type TaskRow = {
  id: string
  workspaceId: string
  number: number
  title: string
  description: string
  status: TaskStatus
  parentId: string | null
  assigneeId: string | null
  assignee: Task['assignee']
  createdBy: Task['createdBy']
  subtasks: Task['subtasks']
  startsOn: string | null
  dueOn: string | null
  doneAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

const face = (u: string) => `json_build_object('_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar)`

const columns = `t.id, t.workspace_id as "workspaceId", t.number, t.title, t.description, t.status,
  t.parent_id as "parentId", t.assignee_id as "assigneeId",
  (select ${face('u')} from ${people} u where u.id = t.assignee_id) as assignee,
  (select ${face('u')} from ${people} u where u.id = t.created_by) as "createdBy",
  (select coalesce(json_agg(json_build_object('_id', s.id, 'number', s.number, 'title', s.title, 'status', s.status,
      'assignee', (select ${face('u')} from ${people} u where u.id = s.assignee_id)) order by s.rank, s.id), '[]')
    from tasks s where s.parent_id = t.id and s.deleted_at is null) as subtasks,
  t.starts_on::text as "startsOn", t.due_on::text as "dueOn", t.done_at as "doneAt", t.version,
  t.created_at as "createdAt", t.updated_at as "updatedAt"`

export async function findTask(db: Queryable, id: string): Promise<TaskRow | null> {
  const { rows } = await db.execute<TaskRow>(
    sql`select ${sql.raw(columns)} from tasks t where t.id = ${id} and t.deleted_at is null`,
  )
  return rows[0] ? timed(rows[0]) : null
}

/** The builder hands times over as PostgreSQL writes them. */
const timed = <T extends TaskRow>(row: T): T => ({
  ...row,
  doneAt: row.doneAt && new Date(row.doneAt),
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

export type TaskFilter = {
  workspace: string | null
  /** Only those of workspaces that this person is in. */
  user: string
  assignee: string | null
  status: readonly TaskStatus[] | null
  /** The id of a task, or `none` for those that are nobody's subtask. */
  parent: string | null
  word: string
  due: 'OVERDUE' | 'TODAY' | 'WEEK' | 'NONE' | null
}

const orders = {
  rank: sql`t.rank, t.id`,
  '-updatedAt': sql`t.updated_at desc, t.id`,
  dueOn: sql`t.due_on nulls last, t.id`,
  number: sql`t.number, t.id`,
  '-createdAt': sql`t.id desc`,
} as const
export type TaskOrder = keyof typeof orders

const today = sql.raw(`(now() at time zone 'utc')::date`)
const dueConditions = {
  OVERDUE: sql`t.due_on < ${today} and t.status not in ('DONE', 'CANCELLED')`,
  TODAY: sql`t.due_on = ${today}`,
  WEEK: sql`t.due_on between ${today} and ${today} + 7`,
  NONE: sql`t.due_on is null`,
} as const

const likePattern = (word: string) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function conditionOf({ workspace, user, assignee, parent, word, due }: TaskFilter) {
  const parts = [sql`t.deleted_at is null`]
  if (workspace !== null) parts.push(sql`t.workspace_id = ${workspace}`)
  else
    parts.push(
      sql`t.workspace_id in (select p.workspace_id from ${sql.raw(workspacePeople)} p where p.user_id = ${user})`,
    )
  if (assignee !== null) parts.push(sql`t.assignee_id = ${assignee}`)
  if (parent === 'none') parts.push(sql`t.parent_id is null`)
  else if (parent !== null) parts.push(sql`t.parent_id = ${parent}`)
  if (word !== '')
    parts.push(sql`(t.title ilike ${likePattern(word)} or t.description ilike ${likePattern(word)})`)
  if (due !== null) parts.push(dueConditions[due])
  return sql.join(parts, sql` and `)
}

/** A page, and how many there are by status; two statements. */
export async function listTaskRows(
  db: Database,
  filter: TaskFilter,
  paging: { sort: TaskOrder; limit: number; offset: number },
): Promise<{ rows: (TaskRow & { role: MemberRole })[]; counts: Partial<Record<TaskStatus, number>> }> {
  const condition = conditionOf(filter)
  const ofStatus = filter.status ? sql` and t.status = any(${sql.param([...filter.status])}::text[])` : sql``
  const [page, counted] = await Promise.all([
    db.orm.execute<TaskRow & { role: MemberRole }>(sql`select ${sql.raw(columns)}, (
        select p.role from ${sql.raw(workspacePeople)} p where p.workspace_id = t.workspace_id and p.user_id = ${filter.user}
        order by ${sql.raw(rankOf('p.role'))} limit 1) as role
      from tasks t where ${condition}${ofStatus}
      order by ${orders[paging.sort]} limit ${paging.limit} offset ${paging.offset}`),
    db.orm.execute<{ status: TaskStatus; many: number }>(
      sql`select t.status, count(*)::int as many from tasks t where ${condition} group by t.status`,
    ),
  ])
  return {
    rows: page.rows.map(timed),
    counts: Object.fromEntries(counted.rows.map(({ status, many }) => [status, many])),
  }
}

/** Subtasks in their order. */
export async function listSubtaskRows(
  db: Queryable,
  workspaceId: string,
  taskId: string,
): Promise<TaskRow[]> {
  const { rows } = await db.execute<TaskRow>(sql`
    select ${sql.raw(columns)} from tasks t
    where t.parent_id = ${taskId} and t.workspace_id = ${workspaceId} and t.deleted_at is null
    order by t.rank, t.id`)
  return rows.map(timed)
}

export async function findRecord(tx: Queryable, id: string): Promise<TaskRecord | null> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id))
  return row ?? null
}

/** Those of a column in order, without one of them. */
export function listColumn(
  tx: Transaction,
  workspaceId: string,
  status: TaskStatus,
  without: string,
): Promise<{ id: string; rank: string }[]> {
  return tx
    .select({ id: tasks.id, rank: tasks.rank })
    .from(tasks)
    .where(
      and(
        eq(tasks.workspaceId, workspaceId),
        eq(tasks.status, status),
        isNull(tasks.deletedAt),
        ne(tasks.id, without),
      ),
    )
    .orderBy(asc(tasks.rank), asc(tasks.id))
}

export async function setRanks(tx: Queryable, ranks: readonly { id: string; rank: string }[]): Promise<void> {
  await tx.execute(sql`
    update tasks t set rank = given.rank
    from jsonb_to_recordset(${JSON.stringify(ranks)}::jsonb) as given(id uuid, rank text) where t.id = given.id`)
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
  await tx.execute(sql`
    update tasks set deleted_at = now(), deletion_id = ${deletionId}
    where (id = ${id} or parent_id = ${id}) and deleted_at is null`)
}

export async function restoreTaskRows(tx: Queryable, deletionId: string): Promise<string[]> {
  const rows = await tx
    .update(tasks)
    .set({ deletedAt: null, deletionId: null, updatedAt: sql`now()` })
    .where(eq(tasks.deletionId, deletionId))
    .returning({ id: tasks.id })
  return rows.map(({ id }) => id)
}

export async function unassign(tx: Queryable, workspaceId: string, userId: string): Promise<void> {
  await tx
    .update(tasks)
    .set({ assigneeId: null })
    .where(and(eq(tasks.workspaceId, workspaceId), eq(tasks.assigneeId, userId)))
}
