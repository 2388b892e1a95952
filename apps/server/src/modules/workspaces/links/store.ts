import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { isReviewDeleted, workspacePeople } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

/** A task and the comment that it is, or was, connected to. */
export type LinkRow = { taskId: string; commentId: string; reviewId: string }

const link = row<LinkRow>({ taskId: 'uuid', commentId: 'uuid', reviewId: 'uuid' })

// In a deleted review it waits for the restoration.
const isThere = needs('c')`c.deleted_at is null and not ${isReviewDeleted('c.review_id')}`

const linksOf = (name: string, which: string) =>
  statement(`links-of-${name}`, {
    takes: { id: 'uuid' },
    gives: link,
    text: `select t.id as "taskId", c.id as "commentId", c.review_id as "reviewId"
      from tasks t join comments c on c.id = t.comment_id and ${isThere}
      where ${which} order by c.review_id, c.id`,
  })

/** In lock order. */
export const linksBy = {
  task: linksOf('task', 't.id = {id}::uuid and t.deleted_at is null'),
  branch: linksOf('branch', '(t.id = {id}::uuid or t.parent_id = {id}::uuid) and t.deleted_at is null'),
  deletedWith: linksOf(
    'deleted',
    't.deletion_id = (select d.deletion_id from tasks d where d.id = {id}::uuid)',
  ),
} as const

/** The task of a comment, even in a deleted workspace. */
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

/** Tasks made of a file's comments, or of those on one of its versions. */
export const listTasksOfFile = statement('tasks-of-file', {
  takes: { files: 'uuid[]', version: 'int4' },
  gives: row<{ id: string; workspaceId: string }>({ id: 'uuid', workspaceId: 'uuid' }),
  text: `select t.id, t.workspace_id as "workspaceId" from comments c
      join tasks t on t.comment_id = c.id and t.deleted_at is null
      join workspaces w on w.id = t.workspace_id and w.deleted_at is null
    where c.file_id = any({files}::uuid[]) and ({version}::int is null or c.version = {version}::int)
    order by t.workspace_id, t.id`,
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

/** Tasks about to be restored whose comment has another task keep only their text. */
export async function unlinkTaken(tx: Transaction, deletion: string): Promise<void> {
  await dropTaken.count(tx, { deletion })
}

/** Marks a comment that followed its task; the reverse is not marked. */
export const throughTask = 'TASK'
/** Marks a link removed by its maker; a lost right is not marked. */
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

/** For a file's or review's comments, oldest first, as far as the reader may see their tasks. */
export const listLinks = { file: listing('file'), review: listing('review') } as const

/** Pairs that should agree but do not. */
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

/** Tasks without their comment keep only their text. */
export async function unlinkGone(db: Queryable): Promise<void> {
  await dropGone.count(db, {})
}
