import { afterEach, expect, test, vi } from 'vitest'
import { keepVisit, lastVisit, serverClock } from './last-visit.ts'

afterEach(() => vi.unstubAllGlobals())

test('the server’s clock decides what is new, whatever the device’s says', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const readAt = '2001-01-01T10:00:00.000Z'
  expect(lastVisit('r', readAt)).toBe(readAt)
  let elapsed = 5_000
  const now = serverClock(readAt, () => elapsed)
  elapsed += 90_000
  keepVisit('r', now())
  expect(lastVisit('r', '2001-01-02T10:00:00.000Z')).toBe('2001-01-01T10:01:30.000Z')
})

test('a visit that begins with an older answer does not undo the one before', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  keepVisit('r', '2001-01-01T10:30:00.000Z')
  keepVisit('r', '2001-01-01T10:01:00.000Z')
  expect(lastVisit('r', '2001-01-02T10:00:00.000Z')).toBe('2001-01-01T10:30:00.000Z')
})
