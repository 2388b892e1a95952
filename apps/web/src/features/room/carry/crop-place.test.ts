import { expect, test } from 'vitest'
import { cropOf, cropShare } from './crop-place.ts'

const point = { page: 1, x: 0.5, y: 0.5, shape: 'POINT' as const }
const page = { width: 1600, height: 3000 }

test('a crop has the pin in its middle, and stays on the page at its edges', () => {
  const { ring, image } = cropOf(page, point, 0.5)
  expect([ring.left, ring.top]).toEqual([50, 50])
  expect(image.width).toBe(200)
  const corner = cropOf(page, { ...point, x: 0, y: 1 }, 0.5)
  expect([corner.image.left, corner.ring.left, corner.ring.top]).toEqual([-0, 0, 100])
})

test('both crops have one scale, wide enough for the larger region', () => {
  const region = { ...point, shape: 'RECTANGLE' as const, width: 0.4, height: 0.1 }
  expect(cropShare([point, region])).toBeCloseTo(0.64)
  expect(cropShare([point])).toBe(0.34)
  expect(cropShare([{ ...region, x: 0, width: 1 }])).toBe(1)
})
