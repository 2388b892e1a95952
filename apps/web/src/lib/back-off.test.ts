import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('each try waits about twice as long as the one before, up to half a minute', () => {
  const waits = [1, 2, 3, 4, 7, 8, 50].map((attempt) => backOffMs(attempt, () => 1))
  expect(waits).toEqual([500, 1000, 2000, 4000, 30_000, 30_000, 30_000])
})

test('spreads waits over half of their length', () => {
  expect(backOffMs(3, () => 0)).toBe(1000)
  expect(backOffMs(3, () => 0.5)).toBe(1500)
})
