import { expect, test } from 'vitest'
import { item } from './made-item.ts'
import { outboxReducer } from './outbox-state.ts'

test('keeps one item per key', () => {
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

test('removes delivered items', () => {
  expect(outboxReducer([item], { do: 'remove', key: 'k1' })).toEqual([])
})
