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
  ...(['ACCESS_ASKED', 'ACCESS_GIVEN'] as const),
  ...(['PLAN_STARTED', 'PLAN_UNPAID', 'PLAN_ENDED', 'PLAN_STORAGE'] as const),
])
export type NotificationAction = z.infer<typeof NotificationAction>

/** Of a person: who asked, accepted or wrote. */
const NotificationSubject = z.object({ kind: z.enum([...Subject.shape.kind.options, 'PERSON']), _id: Id })

export const Notification = z.object({
  _id: Id,
  action: NotificationAction,
  title: z.string(),
  /** The beginning of what was said, as it is now; empty where it is about something else, or closed to its reader. */
  words: z.string(),
  /** Without an id and a picture where it is not known who that was, or closed to its reader. */
  createdBy: z.object({
    _id: Id.nullable(),
    name: z.string(),
    avatar: z.string().nullable(),
    /** Without an account: the name is what they call themselves. */
    isGuest: z.boolean(),
  }),
  /** A small picture of the page that was commented on; null where it is about something else, or closed to its reader. */
  pictureUrl: z.string().nullable(),
  /** Null for what is about something else. */
  review: Id.nullable(),
  subject: NotificationSubject,
  /** The subject's name as it is now. */
  subjectName: z.string(),
  /** Its reader is not in the review yet, and has an invitation to it. */
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
    /** Of all of them, how many are unread, without what is muted. */
    unread: z.int(),
    /** Whatever came after it: what tells unread that Commander has begun, unless something newer tells of the plan. */
    planStarted: Id.nullable(),
    /** A full page means that there may be more. */
    nextCursor: Id.nullable(),
  }),
})

/** At once; marking by subject, by comment or all is not bounded, nor is taking it back by its time. */
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

/** As in every body, what has no meaning in any of them is ignored. */
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
      /** Those that this call changed, for taking it back; at most 1,000 of them. */
      ids: z.array(Id),
      /** How many it changed. */
      changed: z.int(),
      /** When those were marked. */
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
