import { expect, test } from 'vitest'
import type { CommentItem } from './comment-target.ts'
import { outboxReducer } from './outbox-state.ts'

const marker = { page: 1, x: 0.25, y: 0.5, shape: 'POINT' as const }

const item: CommentItem = {
  key: 'k1',
  target: { kind: 'comment', file: 'a', type: 'MARKED', marker },
  message: 'Too dark ',
  files: [],
  mentioned: [],
  at: '2026-01-01T10:00:00.000Z',
  author: 'Gina',
  writer: null,
  state: 'sending',
  error: null,
  tries: 1,
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
