import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { messagesPageSize } from '@wingmark/contract/limits'
import {
  answerRequest,
  type Conversation,
  type DirectMessage,
  deleteMessage,
  editMessage,
  getConversation,
  getConversationWith,
  listConversations,
  type MessageBox,
  readConversation,
  sendMessage as sending,
} from '@wingmark/contract/messages'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { accountKeys } from '#web/features/account/queries'
import {
  type ConversationPages,
  hasGap,
  type ListPages,
  putConversation,
  putMessage,
  replaceMessage,
} from '#web/features/messages/message-pages'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { useRefreshing, useUserEvents } from '#web/lib/user-live'

const boxes = ['INBOX', 'REQUESTS'] as const

export const messageKeys = {
  all: ['messages'] as const,
  lists: ['messages', 'list'] as const,
  list: (box: MessageBox) => ['messages', 'list', box] as const,
  conversations: ['messages', 'conversation'] as const,
  conversation: (id: string) => ['messages', 'conversation', id] as const,
  around: (id: string) => ['messages', 'around', id] as const,
  with: (userId: string) => ['messages', 'with', userId] as const,
  unread: ['messages', 'unread'] as const,
}

export function conversationsQuery(box: MessageBox) {
  return infiniteQueryOptions({
    queryKey: messageKeys.list(box),
    queryFn: ({ pageParam, signal }) =>
      call(listConversations, { query: { box, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { shown: true },
  })
}

/** Its messages by page, newest first. */
export function conversationQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: messageKeys.conversation(id),
    queryFn: ({ pageParam, signal }) =>
      call(getConversation, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { shown: true },
  })
}

type Place = { around: string } | { cursor: string }

const aroundOf = (message: string): Place => ({ around: message })

/** Pages on both sides of a message, newest first. */
export function aroundQuery(id: string, message: string) {
  return infiniteQueryOptions({
    queryKey: [...messageKeys.around(id), message],
    queryFn: ({ pageParam, signal }) => call(getConversation, { params: { id }, query: pageParam, signal }),
    initialPageParam: aroundOf(message),
    getNextPageParam: ({ nextCursor }): Place | null => (nextCursor === null ? null : { cursor: nextCursor }),
    getPreviousPageParam: ({ results, conversation }): Place | null => {
      const newest = results[0]?.number ?? conversation.lastNumber
      return newest >= conversation.lastNumber ? null : { cursor: String(newest + messagesPageSize + 1) }
    },
    meta: { shown: true },
  })
}

/** The conversation with a person, even before the first message. */
export const withQuery = (userId: string) =>
  queryOptions({
    queryKey: messageKeys.with(userId),
    queryFn: async ({ signal }) =>
      (await call(getConversationWith, { params: { id: userId }, signal })).result,
    meta: { shown: true },
  })

const unreadQuery = queryOptions({
  queryKey: messageKeys.unread,
  queryFn: async ({ signal }) => (await call(listConversations, { query: { limit: 1 }, signal })).unread,
  meta: { shown: true },
})

/** Poll interval without a live stream. */
export const refreshMs = 30_000

/** Unread conversations by box. */
export function useUnreadMessages(): { inbox: number; requests: number } {
  const { data } = useQuery({ ...unreadQuery, ...useRefreshing(refreshMs) })
  return data ?? { inbox: 0, requests: 0 }
}

/** Applies live events to everything loaded; mounted once, at the icon. */
export function useLiveMessages(): void {
  const client = useQueryClient()
  useUserEvents((event) => {
    if (event.event === 'message.created' || event.event === 'conversation.changed')
      applyToMessages(client, event.data.conversation, event.data.message)
    // Blocking, or being blocked, ends reading and writing.
    if (event.event === 'connection.updated' || event.event === 'reset')
      void client.invalidateQueries({ queryKey: messageKeys.all })
  })
}

function applyToMessages(
  client: QueryClient,
  conversation: Conversation,
  message: DirectMessage | null,
): void {
  for (const box of boxes)
    client.setQueryData<ListPages>(
      messageKeys.list(box),
      (pages) => pages && putConversation(pages, box, conversation),
    )
  changeConversation(client, conversation._id, (pages) => putMessage(pages, message, conversation))
  if (message) changeAround(client, message)
  void client.invalidateQueries({ queryKey: messageKeys.unread })
}

/** A fetch under way may be older than this, so it starts again. */
function changeConversation(
  client: QueryClient,
  id: string,
  change: (pages: ConversationPages) => ConversationPages,
): void {
  const queryKey = messageKeys.conversation(id)
  const isOnItsWay = client.isFetching({ queryKey }) > 0
  client.setQueryData<ConversationPages>(queryKey, (pages) => pages && change(pages))
  const pages = client.getQueryData<ConversationPages>(queryKey)
  if (isOnItsWay || (pages && hasGap(pages))) void client.invalidateQueries({ queryKey })
}

function changeAround(client: QueryClient, message: DirectMessage): void {
  client.setQueriesData<ConversationPages>(
    { queryKey: messageKeys.around(message.conversation) },
    (pages) => pages && replaceMessage(pages, message),
  )
}

/** Not a hook: the outbox calls this, with the same key on every try. */
export async function sendMessage(client: QueryClient, key: string, body: RouteBodyInput<typeof sending>) {
  const { message = '' } = body
  const { result } = await makeOrChange(
    () => call(sending, { body, idempotencyKey: key }),
    (id) => call(editMessage, { params: { id }, body: { message } }),
  )
  changeConversation(client, result.conversation, (pages) => putMessage(pages, result))
  client.setQueryData(withQuery(body.to).queryKey, (known) =>
    known ? { ...known, conversation: result.conversation } : known,
  )
  void client.invalidateQueries({ queryKey: messageKeys.lists })
  void client.invalidateQueries({ queryKey: accountKeys.usage })
}

export function useAcceptRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(answerRequest, { params: { id }, body: { accept: true } })).result,
    onSuccess: (conversation) => applyToMessages(client, conversation, null),
  })
}

/** A failure goes unreported: the next look says it again. */
export function useReadConversation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, upTo }: { id: string; upTo: number }) =>
      (await call(readConversation, { params: { conversationId: id }, body: { upTo } })).result,
    onSuccess: (conversation) => applyToMessages(client, conversation, null),
    meta: { shown: true },
  })
}

export function useEditMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, message }: { id: string; message: string }) =>
      (await call(editMessage, { params: { id }, body: { message } })).result,
    onSuccess: (message) => putChanged(client, message),
    meta: { shown: true },
  })
}

export const deletionPath = (id: string) => deleteMessage.path.replace(':id', id)

export async function removeMessage(client: QueryClient, id: string): Promise<void> {
  putChanged(client, (await call(deleteMessage, { params: { id } })).result)
}

function putChanged(client: QueryClient, message: DirectMessage): void {
  changeConversation(client, message.conversation, (pages) => putMessage(pages, message))
  changeAround(client, message)
  void client.invalidateQueries({ queryKey: messageKeys.lists })
}
