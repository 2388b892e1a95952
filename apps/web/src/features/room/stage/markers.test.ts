import { Marker } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markerPlace, pointMarker, regionMarker } from './markers.ts'

const point = fc.record({
  x: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  y: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
})

test('every click or drawing makes a marker that the server accepts', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(Marker.safeParse(pointMarker(1, a)).success).toBe(true)
      expect(Marker.safeParse(regionMarker(3, a, b)).success).toBe(true)
    }),
  )
})

test('a drawing’s place is its bounding box', () => {
  const marker = {
    x: 0.1,
    y: 0.2,
    shape: 'ARROW' as const,
    points: [[0.1, 0.2] as const, [0.4, 0.1] as const],
  }
  expect(markerPlace(marker)).toEqual({
    x: 0.1,
    y: 0.1,
    width: expect.closeTo(0.3),
    height: expect.closeTo(0.1),
  })
})
