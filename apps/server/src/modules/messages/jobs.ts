import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { recountMessages } from '#server/modules/messages/counting/service'
import { mailUnread } from '#server/modules/messages/mailing/service'

export function messageTasks(deps: Deps): TaskList {
  return {
    'messages:mail': () => mailUnread(deps),
    'messages:recount': () => recountMessages(deps),
  }
}
