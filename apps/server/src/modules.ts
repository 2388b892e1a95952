import type { Module } from '#server/module'
import { activityModule } from '#server/modules/activity/module'
import { aiModule } from '#server/modules/ai/module'
import { checksModule } from '#server/modules/checks/module'
import { commentsModule } from '#server/modules/comments/module'
import { connectionsModule } from '#server/modules/connections/module'
import { deliveriesModule } from '#server/modules/deliveries/module'
import { eventsModule } from '#server/modules/events/module'
import { filesModule } from '#server/modules/files/module'
import { healthModule } from '#server/modules/health/module'
import { liveModule } from '#server/modules/live/module'
import { mailModule } from '#server/modules/mail/module'
import { messagesModule } from '#server/modules/messages/module'
import { notificationsModule } from '#server/modules/notifications/module'
import { pagesModule } from '#server/modules/pages/module'
import { reviewsModule } from '#server/modules/reviews/module'
import { searchModule } from '#server/modules/search/module'
import { subscriptionsModule } from '#server/modules/subscriptions/module'
import { testimonialsModule } from '#server/modules/testimonials/module'
import { transfersModule } from '#server/modules/transfers/module'
import { usersModule } from '#server/modules/users/module'
import { workspacesModule } from '#server/modules/workspaces/module'

/** The whole program; started in this order, ended in reverse. */
export const modules: readonly Module[] = [
  eventsModule,
  healthModule,
  usersModule,
  filesModule,
  reviewsModule,
  transfersModule,
  deliveriesModule,
  activityModule,
  commentsModule,
  checksModule,
  aiModule,
  notificationsModule,
  mailModule,
  workspacesModule,
  subscriptionsModule,
  testimonialsModule,
  connectionsModule,
  messagesModule,
  searchModule,
  liveModule,
  pagesModule,
]
