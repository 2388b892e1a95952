import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { mailDueNotices } from '#server/modules/notifications/mailing/service'

export function notificationTasks(deps: Deps): TaskList {
  return { 'notifications:mail': () => mailDueNotices(deps) }
}
