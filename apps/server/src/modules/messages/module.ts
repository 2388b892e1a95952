import type { Module } from '#server/module'
import { messageTasks } from '#server/modules/messages/jobs'
import { messageEmails } from '#server/modules/messages/mailing/service'
import { notifyOfRendered } from '#server/modules/messages/rendered-attachments/store'
import { mountMessages } from '#server/modules/messages/routes'
import { searchMessages } from '#server/modules/messages/search/store'
import {
  exportMessages,
  leaveConversations,
  readChangedConversations,
  readNewMessages,
} from '#server/modules/messages/service'
import { unverifiedConversations } from '#server/modules/messages/unverified-work/store'

export const messagesModule: Module = {
  mount: mountMessages,
  jobs: messageTasks,
  cron: ['*/5 * * * * messages:mail', '29 */6 * * * messages:recount'],
  emails: messageEmails,
  search: { messages: searchMessages },
  exported: { messages: exportMessages },
  unverifiedWork: [unverifiedConversations],
  userEvents: {
    'message.created': readNewMessages,
    'conversation.changed': readChangedConversations,
  },
  on: {
    'account.leaving': leaveConversations,
    'blob.rendered': notifyOfRendered,
  },
}
