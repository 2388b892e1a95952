import type { Conversation, DirectMessage } from '@wingmark/contract/messages'
import { expect, test } from 'vitest'
import {
  type ConversationPages,
  conversationsOf,
  hasGap,
  joinPages,
  type ListPages,
  messagesOf,
  putConversation,
  putMessage,
  replaceMessage,
} from './message-pages.ts'

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`

function conversation(id: string, minute: number, given: Partial<Conversation> = {}): Conversation {
  return {
    _id: id,
    person: { _id: `person-${id}`, name: 'Ada Example', username: 'ada', avatar: null },
    box: 'INBOX',
    request: null,
    last: { text: 'Hello', isOwn: false, hasFiles: false, deleted: false, createdAt: at(minute) },
    lastNumber: 4,
    readNumber: 0,
    seenNumber: 0,
    can: { write: true, attach: true, accept: false },
    ...given,
  }
}

function message(number: number, text = `number ${number}`): DirectMessage {
  return {
    _id: `m${number}`,
    conversation: 'c',
    number,
    isOwn: false,
    message: text,
    files: [],
    deleted: false,
    createdAt: at(number),
    can: { edit: false, delete: false },
  }
}

const pagesOf = (...pages: number[][]): ConversationPages => ({
  pageParams: pages.map(() => null),
  pages: pages.map((numbers) => ({
    success: true as const,
    conversation: conversation('c', 4),
    results: numbers.map((number) => message(number)),
    nextCursor: null,
    total: 4,
  })),
})
const numbers = (pages: ConversationPages) => messagesOf(pages).map((one) => one.number)

test('lists messages oldest first, and one that two pages have once', () => {
  expect(numbers(pagesOf([4, 3], [3, 2, 1]))).toEqual([1, 2, 3, 4])
})

test('appends a new one, keeps an edited one in place, and notices a missed one', () => {
  const pages = pagesOf([4, 3], [2, 1])
  expect(numbers(putMessage(pages, message(5)))).toEqual([1, 2, 3, 4, 5])
  expect(messagesOf(putMessage(pages, message(2, 'better')))[1]?.message).toBe('better')
  expect(hasGap(putMessage(pages, message(5)))).toBe(false)
  expect(hasGap(putMessage(pages, null, conversation('c', 6, { lastNumber: 6 })))).toBe(true)
})

test('pages around a message stand alone until they meet the newest', () => {
  const newest = pagesOf([20, 19], [18, 17])
  const read = (...pages: number[][]) => {
    const { messages, isCut } = joinPages(pagesOf(...pages), newest)
    return [isCut, messages.map((one) => one.number)]
  }
  expect(read([9, 8, 7])).toEqual([true, [7, 8, 9]])
  expect(read([15, 14])).toEqual([true, [14, 15]])
  expect(read([16, 15])).toEqual([false, [15, 16, 17, 18, 19, 20]])
  expect(read([18, 17, 16], [15])).toEqual([false, [15, 16, 17, 18, 19, 20]])
  expect(joinPages(undefined, newest).messages.map((one) => one.number)).toEqual([17, 18, 19, 20])
  expect(messagesOf(replaceMessage(pagesOf([2, 1]), message(2, 'better')))[1]?.message).toBe('better')
  expect(numbers(replaceMessage(pagesOf([2, 1]), message(3)))).toEqual([1, 2])
})

const listOf = (nextCursor: string | null, ...pages: Conversation[][]): ListPages => ({
  pageParams: pages.map(() => null),
  pages: pages.map((results, place) => ({
    success: true as const,
    results,
    nextCursor: place === pages.length - 1 ? nextCursor : 'more',
    total: 9,
    unread: { inbox: 0, requests: 0 },
  })),
})
const ids = (pages: ListPages) => conversationsOf(pages).map((one) => one._id)

test('a conversation moves to its place by time, and leaves its former box', () => {
  const list = listOf(null, [conversation('a', 9), conversation('b', 7)], [conversation('c', 5)])
  expect(ids(putConversation(list, 'INBOX', conversation('c', 10)))).toEqual(['c', 'a', 'b'])
  expect(ids(putConversation(list, 'INBOX', conversation('d', 6)))).toEqual(['a', 'b', 'd', 'c'])
  expect(ids(putConversation(list, 'INBOX', conversation('d', 1)))).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(putConversation(list, 'REQUESTS', conversation('b', 10)))).toEqual(['a', 'c'])
})

test('one older than all loaded ones comes with its page', () => {
  const list = listOf('more', [conversation('a', 9)])
  expect(ids(putConversation(list, 'INBOX', conversation('d', 1)))).toEqual(['a'])
})
