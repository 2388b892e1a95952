import type { InfiniteData } from '@tanstack/react-query'
import type {
  Conversation,
  DirectMessage,
  getConversation,
  listConversations,
  MessageBox,
} from '@wingmark/contract/messages'
import type { RouteReply } from '@wingmark/contract/route'

type ConversationPage = RouteReply<typeof getConversation>
export type ConversationPages = InfiniteData<ConversationPage>
export type ListPages = InfiniteData<RouteReply<typeof listConversations>>

/** All loaded messages, oldest first, each once. */
export function messagesOf(pages: ConversationPages): DirectMessage[] {
  const byNumber = new Map<number, DirectMessage>()
  for (const page of pages.pages.toReversed())
    for (const message of page.results) byNumber.set(message.number, message)
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}

/** Joins the pages around a message with the newest ones; while there is a gap (`isCut`), without these. */
export function joinPages(
  around: ConversationPages | undefined,
  newest: ConversationPages,
): { messages: DirectMessage[]; isCut: boolean } {
  const end = messagesOf(newest)
  if (!around) return { messages: end, isCut: false }
  const found = messagesOf(around)
  const isCut = (found.at(-1)?.number ?? 0) + 1 < (end[0]?.number ?? 0)
  if (isCut) return { messages: found, isCut }
  const beginning = end[0]?.number ?? 0
  return { messages: [...found.filter((one) => one.number < beginning), ...end], isCut }
}

/** Replaces a message if loaded. */
export const replaceMessage = (pages: ConversationPages, message: DirectMessage): ConversationPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    results: page.results.map((one) => (one._id === message._id ? message : one)),
  })),
})

export function conversationsOf(pages: ListPages): Conversation[] {
  return [...new Map(pages.pages.flatMap((page) => page.results).map((one) => [one._id, one])).values()]
}

/** Adds or replaces a message, and updates the conversation. */
export function putMessage(
  pages: ConversationPages,
  message: DirectMessage | null,
  conversation?: Conversation,
): ConversationPages {
  const loaded = pages.pages.flatMap((page) => page.results)
  const oldest = Math.min(...loaded.map((one) => one.number))
  // One older than all loaded ones comes with its page.
  const isNew = message && message.number > oldest && loaded.every((one) => one._id !== message._id)
  return {
    ...pages,
    pages: pages.pages.map((page, place) => {
      const changed = page.results.map((one) => (message && one._id === message._id ? message : one))
      const results = place === 0 && isNew ? [message, ...changed] : changed
      const current = conversation ?? page.conversation
      const lastNumber = Math.max(current.lastNumber, message?.number ?? 0)
      return { ...page, results, conversation: { ...current, lastNumber } }
    }),
  }
}

/** Whether a message was missed. */
export function hasGap(pages: ConversationPages): boolean {
  const [first] = pages.pages
  const newest = Math.max(0, ...(first?.results.map((one) => one.number) ?? []))
  return first !== undefined && first.conversation.lastNumber > newest
}

/** Puts a conversation into its current place in a box's list. */
export function putConversation(pages: ListPages, box: MessageBox, changed: Conversation): ListPages {
  const others = pages.pages.map((page) => ({
    ...page,
    results: page.results.filter((one) => one._id !== changed._id),
  }))
  if (changed.box !== box) return { ...pages, pages: others }
  const isBefore = (one: Conversation) => one.last.createdAt <= changed.last.createdAt
  const found = others.findIndex((page) => page.results.some(isBefore))
  // Older than all loaded ones: it comes with a later page.
  const isLater = found === -1 && others.at(-1)?.nextCursor !== null
  if (isLater) return { ...pages, pages: others }
  const home = found === -1 ? others.length - 1 : found
  return {
    ...pages,
    pages: others.map((page, place) => {
      if (place !== home) return page
      const at = page.results.findIndex(isBefore)
      return { ...page, results: page.results.toSpliced(at === -1 ? page.results.length : at, 0, changed) }
    }),
  }
}
