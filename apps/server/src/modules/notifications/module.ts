import type { Module } from '#server/module'
import { notificationTasks } from '#server/modules/notifications/jobs'
import { mountUnsubscribing } from '#server/modules/notifications/mailing/routes'
import { noticeEmails, startLooking } from '#server/modules/notifications/mailing/service'
import { exportMuted } from '#server/modules/notifications/muting/store'
import { notifyOfVersion } from '#server/modules/notifications/new-versions/store'
import { mountNotifications } from '#server/modules/notifications/routes'
import { readNewNotifications, readUnreadCounts } from '#server/modules/notifications/service'
import { unverifiedNotifications } from '#server/modules/notifications/unverified-work/store'

export const notificationsModule: Module = {
  mount: async (given) => {
    mountNotifications(given)
    await mountUnsubscribing(given)
  },
  jobs: notificationTasks,
  cron: ['*/5 * * * * notifications:mail'],
  emails: noticeEmails,
  userEvents: {
    'notification.created': readNewNotifications,
    'notification.read': readUnreadCounts,
  },
  unverifiedWork: [unverifiedNotifications],
  exported: { 'muted-reviews': exportMuted },
  on: { 'version.added': notifyOfVersion },
  start: startLooking,
}
