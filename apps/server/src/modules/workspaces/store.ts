import { workspaceMembersMax } from '@wingmark/contract/limits'
import type { MemberRole } from '@wingmark/contract/reviews'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { namedQuery } from '#server/db/named-query'
import { workspaces } from '#server/db/tables/workspaces'
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
  counts: Partial<Record<TaskStatus, number>>
  createdAt: Date
  updatedAt: Date
}

/** Shown of each workspace of a list; of one that is looked at, all. */
const facesMax = 12

const face = (u: string) => `'_id', ${u}.id, 'name', ${u}.name, 'avatar', ${u}.avatar`

const columnsWith = (
  faces: number,
) => `w.id, w.name, w.description, w.hides_status as "hidesStatus", w.event_seq as "eventSeq", p.role,
  (select json_build_object(${face('u')}) from ${people} u where u.id = w.owner_id) as owner,
  (select json_agg(face order by place, since) from (
    select json_build_object(${face('u')}, 'role', q.role) as face, ${rankOf('q.role')} as place, q.since
    from ${workspacePeople} q join ${people} u on u.id = q.user_id
    where q.workspace_id = w.id order by place, q.since limit ${faces}) faces) as members,
  (select count(*)::int from ${workspacePeople} q where q.workspace_id = w.id) as "memberCount",
  (select coalesce(json_object_agg(status, many), '{}') from (
    select status, count(*)::int as many from tasks t
    where t.workspace_id = w.id and t.deleted_at is null group by status) counted) as counts,
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

const columns = columnsWith(facesMax)
const allColumns = columnsWith(workspaceMembersMax + 1)

const one = namedQuery<{ id: string; user: string }>(
  'workspace',
  `select ${allColumns} from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
   where w.id = {id}::uuid and p.user_id = {user}::uuid order by ${rankOf('p.role')} limit 1`,
)

export async function findWorkspace(db: Database, id: string, user: string): Promise<WorkspaceRow | null> {
  const { rows } = await db.pool.query<WorkspaceRow>(one({ id, user }))
  return rows[0] ?? null
}

const whole = namedQuery<{ id: string }>(
  'workspace-whole',
  `select ${allColumns} from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
   where w.id = {id}::uuid and p.role = 'OWNER'`,
)

/** As its owner sees it. */
export async function findAnyWorkspace(db: Database, id: string): Promise<WorkspaceRow | null> {
  const { rows } = await db.pool.query<WorkspaceRow>(whole({ id }))
  return rows[0] ?? null
}

const orders = { '-updatedAt': 'w.updated_at desc', name: 'lower(w.name)', '-createdAt': 'w.created_at desc' }
export type WorkspaceOrder = keyof typeof orders

const pages = Object.fromEntries(
  Object.entries(orders).map(([name, order]) => [
    name,
    namedQuery<{ user: string; limit: number; offset: number }>(
      `workspaces-${name}`,
      `select ${columns}, count(*) over ()::int as total
       from workspaces w join ${workspacePeople} p on p.workspace_id = w.id
       where p.user_id = {user}::uuid order by ${order}, w.id limit {limit}::int offset {offset}::int`,
    ),
  ]),
)

export async function listWorkspaceRows(
  db: Database,
  user: string,
  paging: { sort: WorkspaceOrder; limit: number; offset: number },
): Promise<{ rows: WorkspaceRow[]; total: number }> {
  const { sort, ...page } = paging
  const query = pages[sort]
  if (!query) throw new Error(`no such order: ${sort}`)
  const { rows } = await db.pool.query<WorkspaceRow & { total: number }>(query({ user, ...page }))
  return { rows, total: rows[0]?.total ?? (await countWorkspaces(db.orm, user)) }
}

async function countWorkspaces(db: Queryable, user: string): Promise<number> {
  const { rows } = await db.execute<{ many: number }>(
    sql`select count(*)::int as many from ${sql.raw(workspacePeople)} p where p.user_id = ${user}`,
  )
  return rows[0]?.many ?? 0
}

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

/** Whoever changes tasks or people of a workspace takes turns. Null for one that is gone. */
export async function lockWorkspace(tx: Transaction, id: string): Promise<LockedWorkspace | null> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update')
  return row ?? null
}

type Change = Partial<
  Pick<LockedWorkspace, 'name' | 'description' | 'hidesStatus' | 'ownerId' | 'deletedAt' | 'taskSeq'>
>

export async function changeWorkspace(tx: Queryable, id: string, change: Change): Promise<void> {
  await tx
    .update(workspaces)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(workspaces.id, id))
}

/** What was given out before ends: streams look again. */
export async function raiseEpoch(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(workspaces)
    .set({ accessEpoch: sql`${workspaces.accessEpoch} + 1` })
    .where(eq(workspaces.id, id))
}

/** The ids among these of people who are in. */
export async function listIn(tx: Queryable, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct user_id as id from ${sql.raw(workspacePeople)} p
    where workspace_id = ${workspaceId} and user_id = any(${sql.param(ids)}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Those that were deleted before the hours in which they can be brought back. */
export async function sweepWorkspaces(db: Queryable, hours: number): Promise<void> {
  await db.execute(sql`delete from workspaces where deleted_at < now() - make_interval(hours => ${hours})`)
  await db.execute(sql`delete from tasks where deleted_at < now() - make_interval(hours => ${hours})`)
  await db.execute(sql`delete from private_notes where deleted_at < now() - make_interval(hours => ${hours})`)
}

/** With the names of who is in them, and of one's own reviews that are linked. */
export const exportWorkspaces = exportedItems(
  'workspaces',
  `select w.id, json_build_object('name', w.name, 'description', w.description, 'createdAt', w.created_at,
        'members', (select coalesce(json_agg(json_build_object('name', u.name, 'role', m.role) order by m.created_at), '[]')
          from members m join ${people} u on u.id = m.user_id where m.workspace_id = w.id),
        'reviews', (select coalesce(json_agg(r.name order by l.created_at), '[]')
          from workspace_reviews l join reviews r on r.id = l.review_id
          where l.workspace_id = w.id and r.owner_id = {owner}::uuid)) as item
     from workspaces w where w.owner_id = {owner}::uuid and w.deleted_at is null and w.id > {after}::uuid order by w.id`,
)
