import { labelColors } from '@wingmark/contract/labels'
import { taskPriorities } from '@wingmark/contract/tasks'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, searchColumns, time, updatedAt } from './columns.ts'
import { reviews } from './reviews.ts'
import { users } from './users.ts'

/** Sorted by bytes, whatever the database's language. */
const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Readers of a linked review do not see the state of its tasks. */
    hidesStatus: boolean('hides_status').notNull().default(false),
    /** The number of the newest task. */
    taskSeq: integer('task_seq').notNull().default(0),
    /** The number of the newest live event. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    accessEpoch: integer('access_epoch').notNull().default(1),
    /** Only its owner has access, until they have decided on unverified work. */
    restsSince: time('rests_since'),
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('workspaces_owner').on(table.ownerId, table.updatedAt)],
)

/** How far someone has seen the activity of a workspace. */
export const workspaceLooks = pgTable(
  'workspace_looks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The newest item of the timeline at that moment. */
    lastItemId: uuid('last_item_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.workspaceId] }),
    index('workspace_looks_workspace').on(table.workspaceId),
  ],
)

/** Reviews that a workspace works on; only a review itself decides who sees it. */
export const workspaceReviews = pgTable(
  'workspace_reviews',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.reviewId] }),
    index('workspace_reviews_review').on(table.reviewId),
  ],
)

/** Labels for the tasks of a workspace. */
export const taskLabels = pgTable(
  'task_labels',
  {
    id: uuid().primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    color: text({ enum: labelColors }).notNull(),
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('task_labels_workspace').on(table.workspaceId),
    index('task_labels_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

export const tasks = pgTable(
  'tasks',
  {
    id: uuid().primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    status: text({ enum: ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'] })
      .notNull()
      .default('TODO'),
    /** Its place in the column, between its neighbours. */
    rank: byteText().notNull(),
    parentId: uuid('parent_id'),
    /** Its place among the subtasks; null for older ones, from before they had an order. */
    subRank: byteText('sub_rank'),
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** Dates without times. */
    startsOn: date('starts_on', { mode: 'string' }),
    dueOn: date('due_on', { mode: 'string' }),
    /** Also deleted ones, until they can no longer be restored. */
    labels: uuid().array().notNull().default(sql`'{}'`),
    priority: text({ enum: taskPriorities }).notNull().default('NONE'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    doneAt: time('done_at'),
    /** Its column before it was done. */
    statusBefore: text('status_before', { enum: ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'CANCELLED'] }),
    /** The comment that it was made from, which may be gone. */
    commentId: uuid('comment_id'),
    /** The user whose rights connect the two; null once they are no longer connected. */
    linkedBy: uuid('linked_by').references(() => users.id, { onDelete: 'set null' }),
    /** Shared by everything that was deleted, and is restored, together. */
    deletionId: uuid('deletion_id'),
    deletedAt: time('deleted_at'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ...searchColumns(`title || ' ' || description`),
  },
  (table) => [
    uniqueIndex('tasks_number').on(table.workspaceId, table.number),
    index('tasks_column')
      .on(table.workspaceId, table.status, table.rank, table.id)
      .where(sql`deleted_at is null`),
    index('tasks_board').on(table.workspaceId, table.rank, table.id).where(sql`deleted_at is null`),
    index('tasks_assignee').on(table.assigneeId, table.status).where(sql`deleted_at is null`),
    index('tasks_labels').using('gin', table.labels).where(sql`deleted_at is null`),
    index('tasks_search').using('gin', table.search).where(sql`deleted_at is null`),
    index('tasks_words')
      .using('gin', table.searchWords)
      .where(sql`deleted_at is null and search_words is not null`),
    uniqueIndex('tasks_comment').on(table.commentId).where(sql`deleted_at is null`),
    index('tasks_linked_by').on(table.linkedBy).where(sql`linked_by is not null`),
    index('tasks_parent').on(table.parentId),
    index('tasks_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** Events and messages of a workspace and its tasks. */
export const timelineItems = pgTable(
  'timeline_items',
  {
    id: uuid().primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull(),
    message: text().notNull().default(''),
    mentions: uuid().array().notNull().default(sql`'{}'`),
    before: text(),
    after: text(),
    editedAt: time('edited_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('timeline_items_workspace').on(table.workspaceId, table.id),
    index('timeline_items_task').on(table.taskId, table.id),
    index('timeline_items_actor').on(table.actorId),
  ],
)

export const privateNotes = pgTable(
  'private_notes',
  {
    id: uuid().primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    note: text().notNull(),
    version: integer().notNull().default(1),
    deletedAt: time('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ...searchColumns('note'),
  },
  (table) => [
    index('private_notes_own').on(table.userId, table.workspaceId, table.updatedAt),
    index('private_notes_workspace').on(table.workspaceId),
  ],
)
