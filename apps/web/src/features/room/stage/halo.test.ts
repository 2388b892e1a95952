import { expect, test } from 'vitest'
import { haloAt, haloMs } from './halo.ts'

test('the ring of a chosen pin shrinks to its usual width, and stays', () => {
  expect(haloAt(0)).toBe(12)
  expect(haloAt(haloMs / 2)).toBeLessThan(haloAt(haloMs / 4))
  expect([haloAt(haloMs), haloAt(60_000), haloAt(Number.POSITIVE_INFINITY)]).toEqual([3, 3, 3])
})
