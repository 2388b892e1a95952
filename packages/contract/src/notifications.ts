import { z } from 'zod'
import { Id, Time } from './ids.ts'
import { notificationsPageSize } from './limits.ts'
import { page, pageQuery } from './paging.ts'
import { route } from './route.ts'
import { Subject } from './subjects.ts'

export const NotificationAction = z.enum(['COMMENT_ADDED', 'REPLY_ADDED', 'COMMENT_RESOLVED', 'MENTIONED'])
export type NotificationAction = z.infer<typeof NotificationAction>

export const Notification = z.object({
  _id: Id,
  action: NotificationAction,
  title: z.string(),
  createdBy: z.object({ name: z.string() }),
  /** Null for what is about something else. */
  review: Id.nullable(),
  subject: Subject,
  comment: Id.nullable(),
  readAt: Time.nullable(),
  createdAt: Time,
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = route({
  method: 'GET',
  path: '/notification/api/v1/user',
  access: 'user',
  summary: 'Notifications of the caller, newest first',
  query: pageQuery(notificationsPageSize),
  reply: page(Notification),
})
