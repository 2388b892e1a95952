import type { Module } from '#server/module'
import { mountMessages } from '#server/modules/messages/routes'
import {
  exportMessages,
  leaveConversations,
  readChangedConversations,
  readNewMessages,
} from '#server/modules/messages/service'

export const messagesModule: Module = {
  mount: mountMessages,
  exported: { messages: exportMessages },
  leaving: leaveConversations,
  live: {
    'message.created': readNewMessages,
    'conversation.changed': readChangedConversations,
  },
}
