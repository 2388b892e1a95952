import type { Deps } from '#server/deps'
import { joined } from '#server/joined'
import type { Module } from '#server/module'
import type { Listeners, Parts } from '#server/module-parts'
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
import { roundsModule } from '#server/modules/rounds/module'
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
  roundsModule,
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

const listeners = <Name extends keyof Listeners<Deps>>(name: Name) =>
  modules.flatMap(({ on }): Listeners<Deps>[Name][] => {
    const listener = on?.[name]
    return listener ? [listener] : []
  })

/** In the order of `modules`. */
export const parts: Parts<Deps> = {
  on: {
    'account.locking': listeners('account.locking'),
    'account.leaving': listeners('account.leaving'),
    'account.deleted': listeners('account.deleted'),
    'account.renamed': listeners('account.renamed'),
    'blob.rendered': listeners('blob.rendered'),
    'review.files-added': listeners('review.files-added'),
    'version.added': listeners('version.added'),
    'file.moved': listeners('file.moved'),
    'comment.status': listeners('comment.status'),
    'comment.changed': listeners('comment.changed'),
    'comment.mentions': listeners('comment.mentions'),
  },
  exported: modules.flatMap(({ exported }) => (exported ? [exported] : [])),
  search: joined(modules.map(({ search }) => search)),
  sharedWork: modules.flatMap(({ sharedWork }) => sharedWork ?? []),
  unverifiedWork: modules.flatMap(({ unverifiedWork }) => unverifiedWork ?? []),
  countRequests: modules.flatMap(({ countRequests }) => countRequests ?? []),
}
