import type { Module } from '#server/module'
import { earlierNotifications } from '#server/modules/notifications/earlier/store'
import { notificationTasks } from '#server/modules/notifications/jobs'
import { mountUnsubscribing } from '#server/modules/notifications/mailing/routes'
import { noticeLetters, startLooking } from '#server/modules/notifications/mailing/service'
import { exportMuted } from '#server/modules/notifications/muting/store'
import { mountNotifications } from '#server/modules/notifications/routes'
import { readToldNotifications, readUnreadCounts } from '#server/modules/notifications/service'

export const notificationsModule: Module = {
  mount: async (given) => {
    mountNotifications(given)
    await mountUnsubscribing(given)
  },
  tasks: notificationTasks,
  cron: ['*/5 * * * * notifications:mail'],
  letters: noticeLetters,
  live: {
    'notification.created': readToldNotifications,
    'notification.read': readUnreadCounts,
  },
  earlier: earlierNotifications,
  exported: { 'muted-reviews': exportMuted },
  start: startLooking,
}
