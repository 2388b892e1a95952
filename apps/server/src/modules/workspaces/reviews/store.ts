import type { WorkspacePage } from '@wingmark/contract/workspaces'
import { and, count, eq } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { workspaceReviews } from '#server/db/tables/workspaces'
import { isOfPerson } from '#server/modules/access/sql'

type Linked = WorkspacePage['reviews'][number]

const linked = statement('workspace-reviews', {
  takes: { workspace: 'uuid', user: 'uuid' },
  gives: row<Linked>({ _id: 'uuid', name: 'text', fileCount: 'int4' }),
  text: `select r.id as "_id", r.name, r.file_count as "fileCount"
    from workspace_reviews l join reviews r on r.id = l.review_id
    where l.workspace_id = {workspace}::uuid and ${isOfPerson('r', '{user}::uuid')}
    order by l.created_at, r.id`,
})

/** Those that this user is in, in the order of linking. */
export const listLinked = (db: Database, workspace: string, user: string): Promise<Linked[]> =>
  linked.rows(db.pool, { workspace, user })

export async function countLinked(tx: Queryable, workspaceId: string): Promise<number> {
  const [found] = await tx
    .select({ many: count() })
    .from(workspaceReviews)
    .where(eq(workspaceReviews.workspaceId, workspaceId))
  return found?.many ?? 0
}

/** Again is fine. */
export async function insertLink(tx: Queryable, workspaceId: string, reviewId: string): Promise<void> {
  await tx.insert(workspaceReviews).values({ workspaceId, reviewId }).onConflictDoNothing()
}

export async function deleteLink(tx: Queryable, workspaceId: string, reviewId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(workspaceReviews)
    .where(and(eq(workspaceReviews.workspaceId, workspaceId), eq(workspaceReviews.reviewId, reviewId)))
  return rowCount === 1
}
