import type { Fix } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import { expect, test } from 'vitest'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { nextOpen, queueOf, stepIn, summaryOf } from './fix-queue.ts'

const order = ['a', 'b', 'c']
const comments = order.map((_id, i) => ({ _id, number: i + 1, message: `Larger,\nplease ${_id}` }) as Comment)
const fix = (_id: string, result?: 'ACCEPTED') =>
  ({ _id, version: 2, checked: result ? { result, by: { name: 'Ada' } } : null }) as Fix
const waiting = (comment: string, result: 'REOPENED' | 'UNCHECKED', state = 'sending') =>
  ({ target: { kind: 'fix', file: 'f', comment, version: 2, result, seen: null }, state }) as CommentItem

test('goes on where others left, with what waits on this device, and says who decided', () => {
  const queue = queueOf(order, [fix('a', 'ACCEPTED'), fix('b'), fix('c')], comments, [
    waiting('c', 'REOPENED'),
  ])
  expect(queue.map(({ result, by }) => [result, by])).toEqual([
    ['ACCEPTED', 'Ada'],
    [null, null],
    ['REOPENED', null],
  ])
  expect(nextOpen(queue, -1, new Set())).toBe(1)
  expect(nextOpen(queue, 1, new Set(['b']))).toBeNull()
  const undone = queueOf(order, [fix('a', 'ACCEPTED')], comments, [waiting('a', 'UNCHECKED')])
  expect(undone[0]?.result).toBeNull()
  const refused = queueOf(order, [fix('a')], comments, [waiting('a', 'REOPENED', 'failed')])
  expect(refused[0]?.result).toBeNull()
})

test('after the last one it returns to those before', () => {
  const queue = queueOf(
    order,
    order.map((id) => fix(id)),
    comments,
    [],
  )
  expect(nextOpen(queue, 2, new Set())).toBe(0)
  expect(nextOpen(queue, 0, new Set(['b']))).toBe(2)
})

test('arrows pass by what someone else checks', () => {
  const queue = queueOf(
    order,
    order.map((id) => fix(id)),
    comments,
    [],
  )
  expect(stepIn(queue, 0, 1, new Set())).toBe(1)
  expect(stepIn(queue, 0, 1, new Set(['b']))).toBe(2)
  expect(stepIn(queue, 0, 1, new Set(['b', 'c']))).toBeNull()
  expect(stepIn(queue, 3, -1, new Set(['c']))).toBe(1)
  expect(stepIn(queue, 1, -1, new Set(['a']))).toBe(1)
})

test('the summary counts what nobody checked as open', () => {
  const queue = queueOf(order, [fix('a', 'ACCEPTED'), fix('b'), fix('c')], comments, [
    waiting('c', 'REOPENED'),
  ])
  const text = summaryOf(queue, { name: 'home.png', version: 2, linkOf: (id) => `https://x/${id}` })
  expect(text).toBe(
    [
      'home.png, version 2',
      'Fixed (1)\n- 1 Larger, please a https://x/a',
      'Not yet (1)\n- 3 Larger, please c https://x/c',
      'Not checked, still open (1)\n- 2 Larger, please b https://x/b',
    ].join('\n\n'),
  )
})
