import { notesMax } from '@wingmark/contract/limits'
import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Queryable } from '#server/db/client'
import { holding, type Sought } from '#server/db/search-source'
import { privateNotes } from '#server/db/tables/workspaces'
import { workspacePeople } from '#server/modules/access/sql'

const { search: _search, searchWords: _words, ...columns } = getTableColumns(privateNotes)
export type NoteRow = Omit<typeof privateNotes.$inferSelect, 'search' | 'searchWords'>

export async function insertNote(db: Queryable, row: typeof privateNotes.$inferInsert): Promise<void> {
  await db.insert(privateNotes).values(row)
}

/** Only this user's; use `for update` inside a transaction. */
export async function lockNote(tx: Queryable, id: string, userId: string): Promise<NoteRow | null> {
  const [row] = await tx
    .select(columns)
    .from(privateNotes)
    .where(and(eq(privateNotes.id, id), eq(privateNotes.userId, userId)))
    .for('update')
  return row ?? null
}

export async function changeNote(
  tx: Queryable,
  id: string,
  change: Partial<Pick<NoteRow, 'note' | 'version' | 'deletedAt'>>,
): Promise<void> {
  await tx
    .update(privateNotes)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(privateNotes.id, id))
}

const own = (workspaceId: string, userId: string) =>
  and(
    eq(privateNotes.workspaceId, workspaceId),
    eq(privateNotes.userId, userId),
    isNull(privateNotes.deletedAt),
  )

export async function countNotes(db: Queryable, workspaceId: string, userId: string): Promise<number> {
  const [row] = await db.select({ many: count() }).from(privateNotes).where(own(workspaceId, userId))
  return row?.many ?? 0
}

/** `sought` null: all. */
export function listNotes(
  db: Queryable,
  workspaceId: string,
  userId: string,
  sought: Sought | null,
): Promise<NoteRow[]> {
  const found = sought ? holding(privateNotes, sought) : undefined
  return db
    .select(columns)
    .from(privateNotes)
    .where(and(own(workspaceId, userId), found))
    .orderBy(desc(privateNotes.updatedAt), desc(privateNotes.id))
    .limit(notesMax)
}

/** By any author. */
export const findNotes = (db: Queryable, ids: readonly string[]): Promise<NoteRow[]> =>
  db
    .select(columns)
    .from(privateNotes)
    .where(inArray(privateNotes.id, [...ids]))

export const exportNotes = exportedItems(
  'notes',
  `select n.id, json_build_object('workspace', w.name, 'note', n.note, 'createdAt', n.created_at,
        'updatedAt', n.updated_at) as item
     from private_notes n join workspaces w on w.id = n.workspace_id
     where n.user_id = {owner}::uuid and n.deleted_at is null and n.id > {after}::uuid order by n.id`,
)

export const exportTasks = exportedItems(
  'tasks',
  `select t.id, json_build_object('workspace', w.name, 'number', t.number, 'title', t.title,
        'description', t.description, 'status', t.status, 'startsOn', t.starts_on, 'dueOn', t.due_on,
        'priority', t.priority, 'labels', (select coalesce(json_agg(l.name order by l.id), '[]')
          from task_labels l where l.id = any(t.labels) and l.deleted_at is null),
        'createdAt', t.created_at) as item
     from tasks t join workspaces w on w.id = t.workspace_id
     where t.deleted_at is null and w.deleted_at is null and t.id > {after}::uuid
       and (w.owner_id = {owner}::uuid or {owner}::uuid in (t.created_by, t.assignee_id) and exists (
         select 1 from ${workspacePeople} p where p.workspace_id = w.id and p.user_id = {owner}::uuid))
     order by t.id`,
)
