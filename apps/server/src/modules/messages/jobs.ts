import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { mailUnread } from '#server/modules/messages/mailing/service'

export function messageTasks(deps: Deps): TaskList {
  return { 'messages:mail': () => mailUnread(deps) }
}
