import type { TimelineItem, TimelineKind } from '@wingmark/contract/timelines'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/client'
import { timelineItems } from '#server/db/tables/workspaces'
import { people } from '#server/modules/users/sql'

export type TimelineRow = {
  id: string
  workspaceId: string
  kind: TimelineKind
  actorId: string | null
  actorName: string
  avatar: string | null
  task: TimelineItem['task']
  message: string
  mentions: TimelineItem['mentions']
  before: string | null
  after: string | null
  createdAt: Date
  editedAt: Date | null
}

const columns =
  sql.raw(`i.id, i.workspace_id as "workspaceId", i.kind, i.actor_id as "actorId", i.actor_name as "actorName",
  (select u.avatar from ${people} u where u.id = i.actor_id) as avatar,
  (select json_build_object('_id', t.id, 'number', t.number, 'title', t.title) from tasks t where t.id = i.task_id) as task,
  i.message, (select coalesce(json_agg(json_build_object('_id', u.id, 'name', u.name)), '[]')
    from ${people} u where u.id = any(i.mentions)) as mentions,
  i.before, i.after, i.created_at as "createdAt", i.edited_at as "editedAt"`)

export async function insertItem(tx: Queryable, row: typeof timelineItems.$inferInsert): Promise<void> {
  await tx.insert(timelineItems).values(row)
}

export async function findItem(db: Queryable, id: string): Promise<TimelineRow | null> {
  const { rows } = await db.execute<TimelineRow>(
    sql`select ${columns} from timeline_items i where i.id = ${id}`,
  )
  return rows[0] ? timed(rows[0]) : null
}

/** The builder hands times over as PostgreSQL writes them. */
const timed = (row: TimelineRow): TimelineRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  editedAt: row.editedAt && new Date(row.editedAt),
})

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Newest first; ids are in the order of time. */
export async function listItems(
  db: Queryable,
  of: { workspace: string } | { task: string },
  page: { before: string | null; limit: number; kind: 'MESSAGE' | 'EVENT' | null },
): Promise<TimelineRow[]> {
  const place = 'task' in of ? sql`i.task_id = ${of.task}` : sql`i.workspace_id = ${of.workspace}`
  const kind =
    page.kind === null
      ? sql``
      : page.kind === 'MESSAGE'
        ? sql` and i.kind = 'MESSAGE'`
        : sql` and i.kind <> 'MESSAGE'`
  const { rows } = await db.execute<TimelineRow>(sql`
    select ${columns} from timeline_items i where ${place} and i.id < ${page.before ?? last}::uuid${kind}
    order by i.id desc limit ${page.limit}`)
  return rows.map(timed)
}

/** Only what somebody said is theirs to change. */
const ownMessage = (id: string, actor: string) =>
  and(eq(timelineItems.id, id), eq(timelineItems.actorId, actor), eq(timelineItems.kind, 'MESSAGE'))

export async function changeMessage(
  db: Queryable,
  id: string,
  actor: string,
  words: { message: string; mentions: string[] },
): Promise<boolean> {
  const { rowCount } = await db
    .update(timelineItems)
    .set({ ...words, editedAt: sql`now()` })
    .where(ownMessage(id, actor))
  return rowCount === 1
}

export async function deleteMessage(db: Queryable, id: string, actor: string): Promise<boolean> {
  const { rowCount } = await db.delete(timelineItems).where(ownMessage(id, actor))
  return rowCount === 1
}
