import { labelsMax, taskLabelsMax } from '@wingmark/contract/limits'
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/db/client'
import { taskLabels, tasks } from '#server/db/tables/workspaces'

export type LabelRow = typeof taskLabels.$inferSelect

/** Without deleted ones; the oldest first. */
export const listLabelRows = (db: Queryable, workspaceId: string): Promise<LabelRow[]> =>
  db
    .select()
    .from(taskLabels)
    .where(and(eq(taskLabels.workspaceId, workspaceId), isNull(taskLabels.deletedAt)))
    .orderBy(taskLabels.id)
    .limit(labelsMax)

/** Also deleted ones. */
export const findLabels = (db: Queryable, ids: readonly string[]): Promise<LabelRow[]> =>
  db
    .select()
    .from(taskLabels)
    .where(inArray(taskLabels.id, [...ids]))

export async function insertLabel(tx: Transaction, row: typeof taskLabels.$inferInsert): Promise<void> {
  await tx.insert(taskLabels).values(row)
}

export async function changeLabel(
  tx: Transaction,
  id: string,
  change: { [K in 'name' | 'color' | 'deletedAt']?: LabelRow[K] | undefined },
): Promise<void> {
  await tx.update(taskLabels).set(change).where(eq(taskLabels.id, id))
}

/** Takes a deleted label from tasks, deleted ones too, that have as many others as allowed. */
export async function leaveFullTasks(tx: Transaction, { id, workspaceId }: LabelRow): Promise<void> {
  const others = sql`(select count(*) from ${taskLabels} where ${taskLabels.id} = any(${tasks.labels})
    and ${taskLabels.deletedAt} is null)`
  await tx
    .update(tasks)
    .set({ labels: sql`array_remove(${tasks.labels}, ${id}::uuid)` })
    .where(
      and(
        eq(tasks.workspaceId, workspaceId),
        sql`${tasks.labels} @> array[${id}::uuid]`,
        sql`${others} >= ${taskLabelsMax}`,
      ),
    )
}

/** Removes those deleted longer ago than they can be restored, also from their tasks. */
export async function sweepLabels(db: Queryable, hours: number): Promise<void> {
  const end = sql`now() - make_interval(hours => ${hours}::int)`
  // A deleted task keeps it, and does not show it once restored.
  const old = await db
    .select({ id: taskLabels.id })
    .from(taskLabels)
    .where(and(isNotNull(taskLabels.deletedAt), lt(taskLabels.deletedAt, end)))
  for (const { id } of old) {
    await db
      .update(tasks)
      .set({ labels: sql`array_remove(${tasks.labels}, ${id}::uuid)` })
      .where(sql`${tasks.labels} @> array[${id}::uuid] and ${tasks.deletedAt} is null`)
    await db.delete(taskLabels).where(eq(taskLabels.id, id))
  }
}
