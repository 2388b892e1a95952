import { expect, test } from 'vitest'
import { isUnread, markSeen } from './seen.ts'

test('a file with more comments than were seen has something new', () => {
  expect(isUnread({ a: 2 }, { _id: 'a', commentCount: 3 })).toBe(true)
  expect(isUnread({ a: 3 }, { _id: 'a', commentCount: 3 })).toBe(false)
  expect(isUnread({ a: 3 }, { _id: 'a', commentCount: 2 })).toBe(false)
})

test('a file that was added since is new once it has comments', () => {
  expect(isUnread({}, { _id: 'b', commentCount: 0 })).toBe(false)
  expect(isUnread({}, { _id: 'b', commentCount: 1 })).toBe(true)
})

test('looking at a file marks it as seen', () => {
  const seen = { a: 1 }
  expect(markSeen(seen, { _id: 'a', commentCount: 4 })).toEqual({ a: 4 })
  expect(markSeen(seen, { _id: 'a', commentCount: 1 })).toBe(seen)
})
