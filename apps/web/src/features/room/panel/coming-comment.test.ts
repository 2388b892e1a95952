import type { Comment, Marker } from '@wingmark/contract/comments'
import { expect, test } from 'vitest'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { item } from '#web/features/comments/outbox/made-item'
import { comingComments } from './coming-comment.ts'

const marker = (page: number): Marker => ({ page, x: 0.5, y: 0.5, shape: 'POINT' })
const toPage = (page: number, more: Partial<CommentItem> = {}): CommentItem => ({
  ...item,
  target: { kind: 'comment', file: 'f1', type: 'MARKED', marker: marker(page) },
  ...more,
})
const stored = (number: number): Comment[] =>
  comingComments([toPage(2)], { review: 'r1', numbered: [], page: null }).map((one) => ({ ...one, number }))
const numbered = [1, 2, 7].flatMap(stored)
const listed = (pending: readonly CommentItem[], page: number | null) =>
  comingComments(pending, { review: 'r1', numbered, page }).map((one) => [one.marker?.page, one.number])

test('a pending comment of a page has its pin’s number, whatever is on other pages', () => {
  expect(listed([toPage(1)], 1)).toEqual([[1, 8]])
  expect(listed([toPage(2), toPage(1)], 1)).toEqual([[1, 9]])
})

test('a page’s list has only failed items of other pages', () => {
  expect(listed([toPage(2), toPage(1)], null)).toEqual([
    [2, 8],
    [1, 9],
  ])
  expect(listed([toPage(2, { state: 'failed' }), toPage(3)], 1)).toEqual([[2, 8]])
})
