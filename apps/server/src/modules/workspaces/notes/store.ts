import { notesMax } from '@wingmark/contract/limits'
import { and, count, desc, eq, ilike, isNull, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Queryable } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { privateNotes } from '#server/db/tables/workspaces'

export type NoteRow = typeof privateNotes.$inferSelect

export async function insertNote(db: Queryable, row: typeof privateNotes.$inferInsert): Promise<void> {
  await db.insert(privateNotes).values(row)
}

/** Of this person only; `for update` inside a transaction. */
export async function lockNote(tx: Queryable, id: string, userId: string): Promise<NoteRow | null> {
  const [row] = await tx
    .select()
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

export function listNotes(
  db: Queryable,
  workspaceId: string,
  userId: string,
  word: string,
): Promise<NoteRow[]> {
  const pattern = `%${likeLiteral(word)}%`
  return db
    .select()
    .from(privateNotes)
    .where(and(own(workspaceId, userId), word === '' ? undefined : ilike(privateNotes.note, pattern)))
    .orderBy(desc(privateNotes.updatedAt), desc(privateNotes.id))
    .limit(notesMax)
}

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
        'createdAt', t.created_at) as item
     from tasks t join workspaces w on w.id = t.workspace_id
     where (w.owner_id = {owner}::uuid or t.created_by = {owner}::uuid) and t.deleted_at is null and t.id > {after}::uuid order by t.id`,
)
