import type { Module } from '#server/module'
import { messageTasks } from '#server/modules/messages/jobs'
import { messageLetters } from '#server/modules/messages/mailing/service'
import { mountMessages } from '#server/modules/messages/routes'
import {
  exportMessages,
  leaveConversations,
  readChangedConversations,
  readNewMessages,
} from '#server/modules/messages/service'

export const messagesModule: Module = {
  mount: mountMessages,
  tasks: messageTasks,
  cron: ['*/5 * * * * messages:mail'],
  letters: messageLetters,
  exported: { messages: exportMessages },
  leaving: leaveConversations,
  live: {
    'message.created': readNewMessages,
    'conversation.changed': readChangedConversations,
  },
}
