import { z } from 'zod'
import { Attachment } from './comments.ts'
import { Id, IdParams, Time } from './ids.ts'
import { attachmentsMax, conversationsPageSize, directMessageMax, messagesPageSize } from './limits.ts'
import { cursorPage, cursorQuery, first, one, oneOf } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'

/** What one person sends to another; on screen a message. */
export const DirectMessage = z.object({
  _id: Id,
  conversation: Id,
  /** Its place in the conversation, from 1. */
  number: z.int(),
  isOwn: z.boolean(),
  message: z.string(),
  files: z.array(Attachment),
  /** True for what is left of a deleted message. */
  deleted: z.boolean(),
  createdAt: Time,
  editedAt: Time.optional(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type DirectMessage = z.infer<typeof DirectMessage>

const Person = z.object({ _id: Id, name: z.string(), username: z.string(), avatar: z.string().nullable() })

export const MessageBox = oneOf(['INBOX', 'REQUESTS'])
export type MessageBox = z.infer<typeof MessageBox>

export const Conversation = z.object({
  _id: Id,
  /** Null once their account is deleted. */
  person: Person.nullable(),
  box: MessageBox,
  /** Set while the first message to someone who is no connection waits for an answer. */
  request: z.enum(['INCOMING', 'OUTGOING']).nullable(),
  /** The beginning of the newest message. */
  last: z.object({
    text: z.string(),
    isOwn: z.boolean(),
    hasFiles: z.boolean(),
    deleted: z.boolean(),
    createdAt: Time,
  }),
  /** Number of the newest message. */
  lastNumber: z.int(),
  /** Number of the last message that the reader has read. */
  readNumber: z.int(),
  /** Number of the last message that the other person has read; 0 while it is a request. */
  seenNumber: z.int(),
  can: z.object({ write: z.boolean(), attach: z.boolean(), accept: z.boolean() }),
})
export type Conversation = z.infer<typeof Conversation>

const Unread = z.object({
  /** Conversations with something unread, by box; 100 stands for more. */
  inbox: z.int(),
  requests: z.int(),
})

const Words = paragraph({
  max: directMessageMax,
  tooLong: `A message can have at most ${directMessageMax} characters.`,
})

export const SendMessageBody = z
  .object({
    to: Id,
    message: Words.default(''),
    files: z
      .array(Id)
      .max(attachmentsMax, { error: `At most ${attachmentsMax} files can be attached.` })
      .default([]),
  })
  .refine((body) => body.message !== '' || body.files.length > 0, {
    error: 'Write a message or attach a file.',
    path: ['message'],
  })
export type SendMessageBody = z.output<typeof SendMessageBody>

/** The plan's messages for the day are used up: 429 with the time until more are allowed. */
export const messageLimitReached = (count: number) => `You’ve reached today’s limit of ${count} messages.`

export const sendMessage = route({
  method: 'POST',
  path: '/message/api/v1',
  access: 'user',
  status: 201,
  summary:
    'Message a connection, a member of one of your reviews or workspaces, or, as a request, anyone open to messages',
  body: SendMessageBody,
  reply: one(DirectMessage),
})

export const listConversations = route({
  method: 'GET',
  path: '/message/api/v1/conversations',
  access: 'user',
  summary: 'Your conversations, newest first, and how many are unread',
  query: cursorQuery(conversationsPageSize).extend({ box: MessageBox.default('INBOX') }),
  reply: cursorPage(Conversation).extend({ unread: Unread }),
})

export const getConversation = route({
  method: 'GET',
  path: '/message/api/v1/conversation/:id',
  access: 'user',
  summary: 'A conversation and its messages, newest first; by cursor, or around one of them',
  params: IdParams,
  query: cursorQuery(messagesPageSize).extend({
    /** Instead of a cursor: the page around this message; the newest page if it is not there. */
    around: z.preprocess(first, Id.optional()),
  }),
  reply: cursorPage(DirectMessage).extend({ conversation: Conversation }),
})

export const getConversationWith = route({
  method: 'GET',
  path: '/message/api/v1/with/:id',
  access: 'user',
  summary: 'Conversation of the caller with someone, even before the first message',
  params: IdParams,
  errors: ['INVALID_FIELDS'],
  reply: one(
    z.object({
      person: Person,
      conversation: Id.nullable(),
      /** Whether a message would be a request: only one is allowed, without files. */
      isRequest: z.boolean(),
      /** Why the caller cannot write now, in words. */
      refusal: z.string().nullable(),
    }),
  ),
})

export const answerRequest = route({
  method: 'PATCH',
  path: '/message/api/v1/conversation/:id',
  access: 'user',
  summary: 'Accept the request that started a conversation',
  params: IdParams,
  body: z.object({ accept: z.literal(true, { error: 'This can only be true.' }).optional() }),
  reply: one(Conversation),
})

export const readConversation = route({
  method: 'PATCH',
  path: '/message/api/v1/read/:conversationId',
  access: 'user',
  summary: 'Mark messages as read up to a number',
  params: z.object({ conversationId: Id }),
  body: z.object({
    upTo: z
      .int({ error: 'The number of a message, from 1.' })
      .min(1, { error: 'The number of a message, from 1.' }),
  }),
  reply: one(Conversation),
})

export const editMessage = route({
  method: 'PATCH',
  path: '/message/api/v1/:id',
  access: 'user',
  summary: 'Edit your own message, for 15 minutes',
  params: IdParams,
  body: z.object({ message: Words }),
  reply: one(DirectMessage),
})

export const deleteMessage = route({
  method: 'DELETE',
  path: '/message/api/v1/:id',
  access: 'user',
  summary: 'Delete your own message with its files; a placeholder stays',
  params: IdParams,
  reply: one(DirectMessage),
})
