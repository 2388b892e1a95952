import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from './columns.ts'
import { comments } from './comments.ts'
import { reviews } from './reviews.ts'
import { rounds } from './rounds.ts'
import { subject } from './subjects.ts'
import { users } from './users.ts'
import { tasks } from './workspaces.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text({
      enum: [
        ...(['COMMENT_ADDED', 'REPLY_ADDED', 'COMMENT_RESOLVED', 'MENTIONED'] as const),
        ...(['CONNECTION_ASKED', 'CONNECTION_ACCEPTED', 'MESSAGE_REQUESTED'] as const),
        ...(['TRANSFER_DOWNLOADED', 'TRANSFER_RECEIVED', 'TRANSFER_ENDING'] as const),
        ...(['WORKSPACE_INVITED', 'TASK_ASSIGNED', 'TASK_DONE', 'TASK_MENTIONED'] as const),
        ...(['TASKS_UNASSIGNED', 'WORK_HANDED_OVER', 'WORK_DELETED'] as const),
        ...(['ACCESS_ASKED', 'ACCESS_GIVEN', 'VERSION_ADDED'] as const),
        ...(['ROUND_OPENED', 'ROUND_DUE', 'DECISION_MADE'] as const),
        ...(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED', 'PLAN_STORAGE'] as const),
      ],
    }).notNull(),
    title: text().notNull(),
    createdByName: text('created_by_name').notNull(),
    /** They have no account: the name is the one they gave. */
    isByGuest: boolean('is_by_guest').notNull().default(false),
    ...subject(),
    /** Set if it concerns a person. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'cascade' }),
    roundId: uuid('round_id').references(() => rounds.id, { onDelete: 'cascade' }),
    /** Of VERSION_ADDED: those with a new version. */
    files: uuid().array().notNull().default([]),
    readAt: time('read_at'),
    /** When it was passed to a mail, or found to need none. */
    mailedAt: time('mailed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('notifications_subject', sql`num_nonnulls(review_id, workspace_id, delivery_id, person_id) = 1`),
    index('notifications_user').on(table.userId, table.id),
    index('notifications_unread').on(table.userId, table.reviewId).where(sql`read_at is null`),
    index('notifications_review').on(table.reviewId),
    index('notifications_delivery').on(table.deliveryId),
    index('notifications_comment').on(table.commentId),
    index('notifications_task').on(table.taskId),
    index('notifications_round').on(table.roundId).where(sql`round_id is not null`),
    index('notifications_workspace').on(table.workspaceId),
    index('notifications_unmailed').on(table.id).where(sql`mailed_at is null`),
  ],
)

/** Reviews from which someone only gets notifications about mentions. */
export const reviewMutes = pgTable(
  'review_mutes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.reviewId] }),
    index('review_mutes_review').on(table.reviewId),
  ],
)
