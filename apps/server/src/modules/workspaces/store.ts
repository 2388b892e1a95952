import { workspaceMembersMax } from '@wingmark/contract/limits'
import type { MemberRole } from '@wingmark/contract/reviews'
import { newsCountedMax, type TaskStatus } from '@wingmark/contract/workspaces'
import { and, count, eq, isNull, lt, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { privateNotes, tasks, workspaces } from '#server/db/tables/workspaces'
import { rankOf, workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

type Person = { _id: string; name: string; avatar: string | null }

export type WorkspaceRow = {
  id: string
  name: string
  description: string
  hidesStatus: boolean
  eventSeq: number
  role: MemberRole
  owner: Person
  members: (Person & { role: MemberRole })[]
  memberCount: number
  /** As on the reader's board: subtasks count only if assigned to them. */
  counts: Partial<Record<TaskStatus, number>>
  createdAt: Date
  updatedAt: Date
}

/** The maximum shown in a list; an opened workspace shows all. */
const facesMax = 12

const face = (u: string) => `'_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar`

/** `asker`: the user whose tasks are counted. */
const columnsWith = (faces: number, asker = 'p.user_id') =>
  needs('w', 'p')`
  w.id, w.name, w.description, w.hides_status as "hidesStatus", w.event_seq as "eventSeq", p.role,
  (select json_build_object(${face('u')}) from ${people} u where u.id = w.owner_id) as owner,
  (select json_agg(face order by place, since) from (
    select json_build_object(${face('u')}, 'role', q.role) as face, ${rankOf('q.role')} as place, q.since
    from ${workspacePeople} q join ${people} u on u.id = q.user_id
    where q.workspace_id = w.id order by place, q.since limit ${faces}) faces) as members,
  (select count(*)::int from ${workspacePeople} q where q.workspace_id = w.id) as "memberCount",
  (select coalesce(json_object_agg(status, many), '{}') from (
    select status, count(*)::int as many from tasks t
    where t.workspace_id = w.id and t.deleted_at is null and (t.parent_id is null or t.assignee_id = ${asker})
    group by status) counted) as counts,
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

const columns = columnsWith(facesMax)
const allColumns = columnsWith(workspaceMembersMax + 1)

const types = {
  id: 'uuid',
  name: 'text',
  description: 'text',
  hidesStatus: 'bool',
  eventSeq: 'int8',
  role: 'text',
  owner: 'json',
  members: 'json',
  memberCount: 'int4',
  counts: 'json',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

const one = statement('workspace', {
  takes: { id: 'uuid', user: 'uuid' },
  gives: row<WorkspaceRow>(types),
  text: `select ${allColumns} from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
    where w.id = {id}::uuid and p.user_id = {user}::uuid order by ${rankOf('p.role')} limit 1`,
})

export const findWorkspace = (db: Database, id: string, user: string): Promise<WorkspaceRow | null> =>
  one.first(db.pool, { id, user })

const whole = statement('workspace-whole', {
  takes: { id: 'uuid' },
  gives: row<WorkspaceRow>(types),
  text: `select ${columnsWith(workspaceMembersMax + 1, 'null::uuid')} from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
    where w.id = {id}::uuid and p.role = 'OWNER'`,
})

/** As its owner sees it, except that task counts are for nobody: without subtasks. */
export const findAnyWorkspace = (db: Database, id: string): Promise<WorkspaceRow | null> =>
  whole.first(db.pool, { id })

const orders = {
  '-updatedAt': 'w.updated_at desc',
  name: 'lower(w.name)',
  '-createdAt': 'w.created_at desc',
} as const
export type WorkspaceOrder = keyof typeof orders

/** Since the user's last visit; their own actions are not new. */
const news = needs('w')`(select count(*)::int from (
    select from timeline_items i where i.workspace_id = w.id and i.actor_id is distinct from p.user_id and i.id > coalesce(
      (select l.last_item_id from workspace_looks l where l.user_id = p.user_id and l.workspace_id = w.id),
      '00000000-0000-0000-0000-000000000000')
    limit ${newsCountedMax}) few)`

export type ListedWorkspaceRow = WorkspaceRow & { news: number }

const listing = (order: WorkspaceOrder) =>
  statement(`workspaces-${order}`, {
    takes: { user: 'uuid', limit: 'int4', offset: 'int4' },
    gives: row<ListedWorkspaceRow & { total: number }>({ ...types, news: 'int4', total: 'int4' }),
    text: `select ${columns}, ${news} as news, count(*) over ()::int as total
      from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
      where p.user_id = {user}::uuid order by ${orders[order]}, w.id limit {limit}::int offset {offset}::int`,
  })
const pages = {
  '-updatedAt': listing('-updatedAt'),
  name: listing('name'),
  '-createdAt': listing('-createdAt'),
} as const satisfies Record<WorkspaceOrder, unknown>

const counted = statement('workspaces-count', {
  takes: { user: 'uuid' },
  gives: row<{ many: number }>({ many: 'int4' }),
  text: `select count(*)::int as many from ${workspacePeople} p where p.user_id = {user}::uuid`,
})

export async function listWorkspaceRows(
  db: Database,
  user: string,
  paging: { sort: WorkspaceOrder; limit: number; offset: number },
): Promise<{ rows: ListedWorkspaceRow[]; total: number }> {
  const { sort, ...page } = paging
  const rows = await pages[sort].rows(db.pool, { user, ...page })
  return { rows, total: rows[0]?.total ?? (await counted.first(db.pool, { user }))?.many ?? 0 }
}

const looking = statement('workspace-look', {
  takes: { user: 'uuid', workspace: 'uuid' },
  text: `insert into workspace_looks (user_id, workspace_id, last_item_id)
    select {user}::uuid, {workspace}::uuid, i.id from timeline_items i
    where i.workspace_id = {workspace}::uuid order by i.id desc limit 1
    on conflict (user_id, workspace_id) do update set last_item_id = excluded.last_item_id
    where workspace_looks.last_item_id < excluded.last_item_id`,
})

/** False if they had already seen everything. */
export const lookAt = async (tx: Queryable, user: string, workspace: string): Promise<boolean> =>
  (await looking.count(tx, { user, workspace })) > 0

export async function countOwned(db: Queryable, user: string): Promise<number> {
  const [row] = await db
    .select({ many: count() })
    .from(workspaces)
    .where(and(eq(workspaces.ownerId, user), isNull(workspaces.deletedAt)))
  return row?.many ?? 0
}

export async function insertWorkspace(
  db: Queryable,
  row: Pick<typeof workspaces.$inferInsert, 'id' | 'ownerId' | 'name' | 'description'>,
): Promise<void> {
  await db.insert(workspaces).values(row)
}

export type LockedWorkspace = typeof workspaces.$inferSelect

/** Changes of a workspace's tasks or people take turns. Null if it is gone. */
export async function lockWorkspace(tx: Transaction, id: string): Promise<LockedWorkspace | null> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update')
  return row ?? null
}

type Changeable = 'name' | 'description' | 'hidesStatus' | 'ownerId' | 'restsSince' | 'deletedAt' | 'taskSeq'
type Change = { [K in Changeable]?: LockedWorkspace[K] | undefined }

export async function changeWorkspace(tx: Queryable, id: string, change: Change): Promise<void> {
  await tx
    .update(workspaces)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(workspaces.id, id))
}

/** Ends earlier access: streams check again. */
export async function raiseEpoch(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(workspaces)
    .set({ accessEpoch: sql`${workspaces.accessEpoch} + 1` })
    .where(eq(workspaces.id, id))
}

const peopleIn = statement('workspace-people-in', {
  takes: { workspace: 'uuid', ids: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `select distinct user_id as id from ${workspacePeople} p
    where workspace_id = {workspace}::uuid and user_id = any({ids}::uuid[])`,
})

/** The ids of these people who are in the workspace. */
export async function listIn(tx: Queryable, workspace: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await peopleIn.rows(tx, { workspace, ids })).map(({ id }) => id)
}

const memberOf = statement('workspace-has-member', {
  takes: { workspace: 'uuid', user: 'uuid' },
  gives: row<{ isMember: boolean }>({ isMember: 'bool' }),
  text: `select exists (select 1 from members where workspace_id = {workspace}::uuid and user_id = {user}::uuid)
    as "isMember"`,
})

/** Works for a deleted workspace, too, which admits nobody. */
export const hasMember = async (tx: Queryable, workspace: string, user: string) =>
  (await memberOf.first(tx, { workspace, user }))?.isMember === true

/** Removes those deleted longer ago than they can be restored. */
export async function sweepWorkspaces(db: Queryable, hours: number): Promise<void> {
  const end = sql`now() - make_interval(hours => ${hours}::int)`
  await db.delete(workspaces).where(lt(workspaces.deletedAt, end))
  await db.delete(tasks).where(lt(tasks.deletedAt, end))
  await db.delete(privateNotes).where(lt(privateNotes.deletedAt, end))
}

/** With the names of their people, and of the user's own linked reviews. */
export const exportWorkspaces = exportedItems(
  'workspaces',
  `select w.id, json_build_object('name', w.name, 'description', w.description, 'createdAt', w.created_at,
        'labels', (select coalesce(json_agg(l.name order by l.id), '[]')
          from task_labels l where l.workspace_id = w.id and l.deleted_at is null),
        'members', (select coalesce(json_agg(json_build_object('name', u.name, 'role', m.role) order by m.created_at), '[]')
          from members m join ${people} u on u.id = m.user_id where m.workspace_id = w.id),
        'reviews', (select coalesce(json_agg(r.name order by l.created_at), '[]')
          from workspace_reviews l join reviews r on r.id = l.review_id and r.deleted_at is null
          where l.workspace_id = w.id and r.owner_id = {owner}::uuid)) as item
     from workspaces w where w.owner_id = {owner}::uuid and w.deleted_at is null and w.id > {after}::uuid order by w.id`,
)
