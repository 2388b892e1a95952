import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isReviewDeleted, workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

/** A task and the comment that it is connected to, or was. */
export type LinkRow = { taskId: string; commentId: string; reviewId: string }

const link = row<LinkRow>({ taskId: 'uuid', commentId: 'uuid', reviewId: 'uuid' })

// In a deleted review it waits until that comes back.
const isThere = needs('c')`c.deleted_at is null and not ${isReviewDeleted('c.review_id')}`

const linksOf = (name: string, which: string) =>
  statement(`links-of-${name}`, {
    takes: { id: 'uuid' },
    gives: link,
    text: `select t.id as "taskId", c.id as "commentId", c.review_id as "reviewId"
      from tasks t join comments c on c.id = t.comment_id and ${isThere}
      where ${which} order by c.review_id, c.id`,
  })

/** In the order in which they are locked. */
export const linksBy = {
  task: linksOf('task', 't.id = {id}::uuid and t.deleted_at is null'),
  branch: linksOf('branch', '(t.id = {id}::uuid or t.parent_id = {id}::uuid) and t.deleted_at is null'),
  deletedWith: linksOf(
    'deleted',
    't.deletion_id = (select d.deletion_id from tasks d where d.id = {id}::uuid)',
  ),
} as const

/** The task of a comment, in a deleted workspace too. */
export const findTaskOf = statement('task-of-comment', {
  takes: { comment: 'uuid' },
  gives: row<{ id: string; workspaceId: string; isInBin: boolean }>({
    id: 'uuid',
    workspaceId: 'uuid',
    isInBin: 'bool',
  }),
  text: `select t.id, t.workspace_id as "workspaceId", w.deleted_at is not null as "isInBin"
    from tasks t join workspaces w on w.id = t.workspace_id
    where t.comment_id = {comment}::uuid and t.deleted_at is null`,
})

export const findPerson = statement('linker', {
  takes: { id: 'uuid' },
  gives: row<{ id: string; name: string }>({ id: 'uuid', name: 'text' }),
  text: `select u.id, u.name from ${people} u where u.id = {id}::uuid`,
})

const dropTaken = statement('links-drop-taken', {
  takes: { deletion: 'uuid' },
  text: `update tasks t set comment_id = null, linked_by = null
    where t.deletion_id = {deletion}::uuid and exists (
      select 1 from tasks other where other.comment_id = t.comment_id and other.deleted_at is null)`,
})

/** Of tasks that are about to come back: those whose comment has another task meanwhile keep only their words. */
export async function unlinkTaken(tx: Transaction, deletion: string): Promise<void> {
  await dropTaken.count(tx, { deletion })
}

/** Noted where a comment followed its task; where the task followed, nothing is. */
export const throughTask = 'TASK'
/** Noted where who connected them took that back; where a right was gone, nothing is. */
export const takenBack = 'TAKEN_BACK'

export type ShownLink = {
  comment: string
  taskId: string
  workspaceId: string
  number: number
  status: TaskStatus
  connected: boolean
  isIn: boolean
}

const isIn = needs('t')`exists (select 1 from ${workspacePeople} p
  where p.workspace_id = t.workspace_id and p.user_id = {user}::uuid)`

const shown = row<ShownLink>({
  comment: 'uuid',
  taskId: 'uuid',
  workspaceId: 'uuid',
  number: 'int4',
  status: 'text',
  connected: 'bool',
  isIn: 'bool',
})

const listing = (of: 'file' | 'review') =>
  statement(`links-of-${of}`, {
    takes: { id: 'uuid', user: 'uuid', after: 'uuid', limit: 'int4' },
    gives: shown,
    text: `select c.id as comment, t.id as "taskId", t.workspace_id as "workspaceId", t.number, t.status,
      t.linked_by is not null as connected, mine."isIn"
    from comments c join tasks t on t.comment_id = c.id and t.deleted_at is null
      join workspaces w on w.id = t.workspace_id and w.deleted_at is null,
      lateral (select ${isIn} as "isIn") mine
    where c.${of}_id = {id}::uuid and c.id > {after}::uuid and c.deleted_at is null
      and (mine."isIn" or not w.hides_status and t.status <> 'CANCELLED')
    order by c.id limit {limit}::int`,
  })

/** Of a file's comments, or a review's, oldest first, as far as the reader may know of their tasks. */
export const listLinks = { file: listing('file'), review: listing('review') } as const

/** Pairs that ought to agree, and do not. */
export const listDisagreeing = statement('links-disagreeing', {
  takes: { limit: 'int4' },
  gives: link,
  text: `select t.id as "taskId", c.id as "commentId", c.review_id as "reviewId"
    from tasks t join comments c on c.id = t.comment_id and ${isThere}
      join workspaces w on w.id = t.workspace_id and w.deleted_at is null
    where t.deleted_at is null and t.linked_by is not null and (t.status = 'DONE' and c.status = 'OPEN'
      or c.status = 'RESOLVED' and t.status not in ('DONE', 'CANCELLED'))
    order by t.id limit {limit}::int`,
})

const dropGone = statement('links-drop-gone', {
  takes: {},
  text: `update tasks t set comment_id = null, linked_by = null
    where t.comment_id is not null and not exists (select 1 from comments c where c.id = t.comment_id)`,
})

/** Tasks whose comment is gone keep only their words. */
export async function unlinkGone(db: Queryable): Promise<void> {
  await dropGone.count(db, {})
}
