import { expect, test } from 'vitest'
import { isSameComment, isSameReply, type OutboxItem, outboxReducer } from './outbox-state.ts'

const marker = { page: 1, x: 0.25, y: 0.5, shape: 'POINT' as const }

const item: OutboxItem = {
  key: 'k1',
  target: { kind: 'comment', file: 'a', type: 'MARKED', marker },
  message: 'Too dark ',
  files: [],
  at: '2026-01-01T10:00:00.000Z',
  author: 'Gina',
  writer: null,
  state: 'sending',
  error: null,
  tries: 1,
}

const arrived = {
  type: 'MARKED' as const,
  marker,
  message: 'Too dark',
  file: 'a',
  createdAt: '2026-01-01T10:00:01.000Z',
  author: { name: 'Gina' },
}

test('the same key is there once', () => {
  const once = outboxReducer([], { do: 'add', item })
  expect(outboxReducer(once, { do: 'add', item })).toBe(once)
})

test('a failed item keeps its words and its key, and can be tried again', () => {
  const failed = outboxReducer([item], { do: 'fail', key: 'k1', error: 'No.' })
  expect(failed[0]).toMatchObject({ state: 'failed', error: 'No.', message: 'Too dark ', key: 'k1' })
  expect(outboxReducer(failed, { do: 'try', key: 'k1' })[0]).toMatchObject({
    state: 'sending',
    error: null,
    tries: 2,
  })
})

test('what has arrived is removed', () => {
  expect(outboxReducer([item], { do: 'remove', key: 'k1' })).toEqual([])
})

test('the live event of one’s own comment is recognised before its answer is there', () => {
  expect(isSameComment(item, arrived)).toBe(true)
  expect(isSameComment(item, { ...arrived, marker: { ...marker, x: 0.2500000001 } })).toBe(true)
})

test('a like comment by somebody else, or somewhere else, is not one’s own', () => {
  expect(isSameComment(item, { ...arrived, author: { name: 'Olga' } })).toBe(false)
  expect(isSameComment(item, { ...arrived, marker: { ...marker, x: 0.3 } })).toBe(false)
  expect(isSameComment(item, { ...arrived, type: 'GENERAL', marker: null })).toBe(false)
})

test('so is a reply', () => {
  const reply: OutboxItem = { ...item, target: { kind: 'reply', file: 'a', comment: 'c' }, message: 'Yes' }
  expect(isSameReply(reply, { comment: 'c', message: 'Yes', author: { name: 'Gina' } })).toBe(true)
  expect(isSameReply(reply, { comment: 'd', message: 'Yes', author: { name: 'Gina' } })).toBe(false)
})
