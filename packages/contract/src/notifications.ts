import { z } from 'zod'
import { GivenTime, Id, IdParams, Time } from './ids.ts'
import { notificationsPageSize } from './limits.ts'
import { first, flag, one, page, pageQuery } from './paging.ts'
import { route } from './route.ts'
import { Subject } from './subjects.ts'

export const NotificationAction = z.enum([
  ...(['COMMENT_ADDED', 'REPLY_ADDED', 'COMMENT_RESOLVED', 'MENTIONED'] as const),
  ...(['CONNECTION_ASKED', 'CONNECTION_ACCEPTED', 'MESSAGE_REQUESTED'] as const),
  ...(['TRANSFER_DOWNLOADED', 'TRANSFER_RECEIVED', 'TRANSFER_ENDING'] as const),
  ...(['WORKSPACE_INVITED', 'TASK_ASSIGNED', 'TASK_DONE', 'TASK_MENTIONED'] as const),
  ...(['TASKS_UNASSIGNED', 'WORK_HANDED_OVER', 'WORK_DELETED'] as const),
  ...(['ACCESS_ASKED', 'ACCESS_GIVEN', 'VERSION_ADDED'] as const),
  ...(['ROUND_OPENED', 'ROUND_DUE', 'DECISION_MADE'] as const),
  ...(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED', 'PLAN_STORAGE'] as const),
])
export type NotificationAction = z.infer<typeof NotificationAction>

/** Of a person: who asked, accepted or wrote. */
const NotificationSubject = z.object({ kind: z.enum([...Subject.shape.kind.options, 'PERSON']), _id: Id })

export const Notification = z.object({
  _id: Id,
  action: NotificationAction,
  title: z.string(),
  /** The beginning of the words as they are now; empty where there are none, or the reader may not look. */
  words: z.string(),
  /** Id and picture are missing where the person is unknown, or hidden from the reader. */
  createdBy: z.object({
    _id: Id.nullable(),
    name: z.string(),
    avatar: z.string().nullable(),
    /** Without an account: the name that they gave. */
    isGuest: z.boolean(),
  }),
  /** A small picture of the commented page; null where there is none, or the reader may not see it. */
  pictureUrl: z.string().nullable(),
  /** Of VERSION_ADDED: of the files that have a new version, at most four. */
  pictureUrls: z.array(z.string()).optional(),
  /** Of VERSION_ADDED: the first of these files that is still there; null for other notifications. */
  file: Id.nullable().optional(),
  /** Null where it concerns something else. */
  review: Id.nullable(),
  subject: NotificationSubject,
  /** The subject's name as it is now. */
  subjectName: z.string(),
  /** Its reader is not a member of the review yet, and has an invitation to it. */
  isInvited: z.boolean(),
  comment: Id.nullable(),
  task: Id.nullable(),
  readAt: Time.nullable(),
  /** About a review that its reader has muted: it is listed, but not counted. */
  isMuted: z.boolean(),
  createdAt: Time,
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = route({
  method: 'GET',
  path: '/notification/api/v1/user',
  access: 'user',
  summary: 'Notifications of the caller, newest first; by page or cursor',
  query: pageQuery(notificationsPageSize).extend({
    unread: flag('Unread must be true or false.').optional(),
    cursor: z.preprocess(first, z.uuid({ error: 'Unknown cursor.' }).optional()),
  }),
  reply: page(Notification).extend({
    /** How many are unread, without muted ones. */
    unread: z.int(),
    /** The unread notification that Commander has begun, unless a newer one is about the plan. */
    planStarted: Id.nullable(),
    /** A full page means that there may be more. */
    nextCursor: Id.nullable(),
  }),
})

/** At once; marking by subject, by comment or all has no limit, nor has undoing it by its time. */
export const readAtOnceMax = 1_000
const before = GivenTime.optional()

const marked = [
  z.strictObject({
    ids: z.array(Id).max(readAtOnceMax, { error: 'Too many at once.' }),
    unread: z.boolean().optional(),
    before,
  }),
  z.strictObject({ subject: NotificationSubject, before }),
  z.strictObject({ comment: Id, before }),
  z.strictObject({ task: Id, before }),
  /** With `muted: false` those that count. */
  z.strictObject({ all: z.literal(true), muted: z.boolean().optional(), before }),
  z.strictObject({ readAt: GivenTime, unread: z.literal(true) }),
] as const
const Marked = z.union(marked, { error: 'Choose which: ids, subject, comment, task or all.' })

/** As in every body, fields without a meaning are ignored. */
const ignoringOthers = (given: z.input<typeof Marked>): unknown =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => marked.some(({ shape }) => Object.hasOwn(shape, name))),
  )

export const readNotifications = route({
  method: 'PATCH',
  path: '/notification/api/v1/read',
  access: 'user',
  summary:
    'Mark notifications as read: some, those about a subject, a thread or a task, or all; `unread` with ids, or with the time at which they were marked, undoes it',
  body: z.preprocess(ignoringOthers, Marked),
  reply: one(
    z.object({
      /** Those that this call changed, so that it can be undone; at most 1,000. */
      ids: z.array(Id),
      /** How many it changed. */
      changed: z.int(),
      /** When they were marked. */
      readAt: Time,
      unread: z.int(),
    }),
  ),
})
export type ReadNotificationsBody = z.infer<typeof readNotifications.body>

export const muteReview = route({
  method: 'PATCH',
  path: '/notification/api/v1/mute/:id',
  access: 'user',
  summary: 'Mute a review: emails and the unread count only cover mentions; or unmute it',
  params: IdParams,
  body: z.object({ muted: z.boolean({ error: 'Muted must be true or false.' }) }),
  reply: one(z.object({ _id: Id, muted: z.boolean(), unread: z.int() })),
})
