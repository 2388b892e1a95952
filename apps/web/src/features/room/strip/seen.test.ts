import { afterEach, expect, test, vi } from 'vitest'
import { isUnread, keepSeen, markSeen, readSeen } from './seen.ts'

const at = (minute: number) => `2026-01-01T10:${minute}:00.000Z`
const file = (_id: string, minute: number | null) => ({
  _id,
  lastSaidAt: minute === null ? null : at(minute),
})

afterEach(() => vi.unstubAllGlobals())

test('a file with messages since it was seen has something new', () => {
  expect(isUnread({ a: at(20) }, file('a', 30))).toBe(true)
  expect(isUnread({ a: at(30) }, file('a', 30))).toBe(false)
  expect(isUnread({ a: at(30) }, file('a', 20))).toBe(false)
})

test('a file added since is new once it has a message', () => {
  expect(isUnread({}, file('b', null))).toBe(false)
  expect(isUnread({}, file('b', 10))).toBe(true)
})

test('looking at a file marks it as seen', () => {
  const seen = { a: at(10) }
  expect(markSeen(seen, file('a', 40))).toEqual({ a: at(40) })
  expect(markSeen(seen, file('a', 10))).toBe(seen)
  expect(markSeen(seen, file('a', null))).toBe(seen)
})

test('without stored data, messages since the last visit are new', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const files = [file('a', 10), file('b', 30)]
  const unread = () =>
    files.filter((one) => isUnread(readSeen('r', files, at(20)), one)).map(({ _id }) => _id)
  expect(unread()).toEqual(['b'])
  keepSeen('r', { a: at(10), b: at(30) })
  expect(unread()).toEqual([])
})
