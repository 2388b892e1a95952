import type { Module } from '#server/module'
import { tellOfDrawn } from '#server/modules/messages/drawn/store'
import { earlierConversations } from '#server/modules/messages/earlier/store'
import { messageTasks } from '#server/modules/messages/jobs'
import { messageLetters } from '#server/modules/messages/mailing/service'
import { mountMessages } from '#server/modules/messages/routes'
import { searchMessages } from '#server/modules/messages/search/store'
import {
  exportMessages,
  leaveConversations,
  readChangedConversations,
  readNewMessages,
} from '#server/modules/messages/service'

export const messagesModule: Module = {
  mount: mountMessages,
  tasks: messageTasks,
  cron: ['*/5 * * * * messages:mail', '29 */6 * * * messages:recount'],
  letters: messageLetters,
  search: { messages: searchMessages },
  exported: { messages: exportMessages },
  earlier: earlierConversations,
  leaving: leaveConversations,
  drawn: tellOfDrawn,
  live: {
    'message.created': readNewMessages,
    'conversation.changed': readChangedConversations,
  },
}
