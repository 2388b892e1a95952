import type { TaskList } from 'graphile-worker'
import type { Deps } from '#server/deps'
import { mailUnread } from '#server/modules/messages/mailing/service'
import { recountMessages } from '#server/modules/messages/usage/service'

export function messageTasks(deps: Deps): TaskList {
  return {
    'messages:mail': () => mailUnread(deps),
    'messages:recount': () => recountMessages(deps),
  }
}
