import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { expect, test } from 'vitest'
import { nextOpen, stepComment, stepFile, stepPage } from './steps.ts'

const page = { width: 1, height: 1 }
const files = [{ _id: 'a' }, { _id: 'b', pages: [page, page, page] }, { _id: 'c' }] as File[]
const comments = [{ _id: '1' }, { _id: '2' }, { _id: '3' }] as Comment[]

test('stepping through files stops at the ends', () => {
  expect(stepFile(files, 'a', 1)).toEqual({ fileId: 'b', page: 1 })
  expect(stepFile(files, 'a', -1)).toBeNull()
  expect(stepFile(files, 'c', 1)).toBeNull()
})

test('pages continue in the neighbouring file', () => {
  expect(stepPage(files, { fileId: 'b', page: 2 }, 1)).toEqual({ fileId: 'b', page: 3 })
  expect(stepPage(files, { fileId: 'b', page: 3 }, 1)).toEqual({ fileId: 'c', page: 1 })
  expect(stepPage(files, { fileId: 'c', page: 1 }, -1)).toEqual({ fileId: 'b', page: 3 })
  expect(stepPage(files, { fileId: 'a', page: 1 }, -1)).toBeNull()
})

test('comments wrap around, from the first or last without a selection', () => {
  expect(stepComment(comments, null, 1)?._id).toBe('1')
  expect(stepComment(comments, null, -1)?._id).toBe('3')
  expect(stepComment(comments, '3', 1)?._id).toBe('1')
  expect(stepComment([], null, 1)).toBeNull()
})

test('finds the next open comment after a resolve, wrapping around, and none if all are resolved', () => {
  const list = [
    { _id: '1', status: 'OPEN' },
    { _id: '2', status: 'OPEN' },
    { _id: '3', status: 'RESOLVED' },
  ] as Comment[]
  expect(nextOpen(list, '1')?._id).toBe('2')
  expect(nextOpen(list, '2')?._id).toBe('1')
  expect(nextOpen(list.slice(1), '2')).toBeNull()
})
