import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBeside } from './beside.ts'

const stage = { width: 1000, height: 800 }
const insets = { top: 8, right: 8, bottom: 8, left: 8 }
const box = { width: 300, height: 160 }
const at = (x: number, y: number, width = 28, height = 28) =>
  placeBeside({ x, y, width, height }, box, stage, insets)

test('places a box to the right of its place', () => {
  expect(at(200, 300)).toEqual({ x: 240, y: 300 })
})

test('flips to the left near the right edge', () => {
  expect(at(900, 300)).toEqual({ x: 900 - 12 - 300, y: 300 })
})

test('moves up as far as needed near the bottom', () => {
  expect(at(200, 780).y).toBe(800 - 8 - 160)
})

test('places it below or above a wide region', () => {
  expect(at(10, 100, 980, 200)).toEqual({ x: 10, y: 312 })
  expect(at(10, 500, 980, 290)).toEqual({ x: 10, y: 328 })
})

test('keeps it wholly on the stage', () => {
  const px = (max: number) => fc.integer({ min: -200, max })
  fc.assert(
    fc.property(px(1200), px(1000), fc.integer({ min: 0, max: 900 }), (x, y, size) => {
      const place = at(x, y, size, size)
      expect(place.x).toBeGreaterThanOrEqual(8)
      expect(place.y).toBeGreaterThanOrEqual(8)
      expect(place.x + box.width).toBeLessThanOrEqual(992)
      expect(place.y + box.height).toBeLessThanOrEqual(792)
    }),
  )
})
