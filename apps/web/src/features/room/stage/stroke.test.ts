import { Marker } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnMarker, isDrawn } from './markers.ts'
import { distanceToLine } from './stroke.ts'

const size = { width: 2_000, height: 1_200 }
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const place = fc.record({ x: fraction, y: fraction })

const farthestOff = (path: readonly { x: number; y: number }[], points: readonly (readonly number[])[]) =>
  Math.max(
    ...path.map((point) =>
      Math.min(
        ...points.slice(1).map((to, i) => {
          const [ax = 0, ay = 0] = points[i] ?? []
          const [bx = 0, by = 0] = to
          return distanceToLine(point, { x: ax, y: ay }, { x: bx, y: by }, size)
        }),
      ),
    ),
  )

test('a line by hand is read back within half a pixel of the design', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 120 }), (path) => {
      const marker = drawnMarker('FREEHAND', 1, path, size)
      expect(Marker.safeParse(marker).success).toBe(true)
      expect(farthestOff(path, marker.points ?? [])).toBeLessThan(0.5)
    }),
  )
})

test('a stroke of 2,000 places takes less than 8 kB, however it goes', () => {
  const wave = Array.from({ length: 2_000 }, (_, i) => ({ x: i / 2_000, y: 0.5 + Math.sin(i / 30) / 3 }))
  const wild = Array.from({ length: 2_000 }, (_, i) => ({
    x: (i * 7_919) % 1,
    y: ((i * 104_729) % 997) / 997,
  }))
  for (const path of [wave, wild]) {
    const marker = drawnMarker('FREEHAND', 1, path, size)
    expect(JSON.stringify(marker).length).toBeLessThan(8_192)
    expect(Marker.safeParse(marker).success).toBe(true)
  }
  expect(farthestOff(wave, drawnMarker('FREEHAND', 1, wave, size).points ?? [])).toBeLessThan(0.5)
})

test('an arrow keeps where it began and what it points at, on the page', () => {
  const path = [
    { x: 0.9, y: 0.5 },
    { x: 0.2, y: 0.2 },
    { x: 1.4, y: -0.1 },
  ]
  expect(drawnMarker('ARROW', 2, path, size)).toEqual({
    page: 2,
    x: 0.9,
    y: 0.5,
    shape: 'ARROW',
    points: [
      [0.9, 0.5],
      [1, 0],
    ],
  })
})

test('what was drawn beside the page, or nowhere, is nothing', () => {
  const beside = [
    { x: 1.2, y: 0.3 },
    { x: 1.6, y: 0.3 },
  ]
  for (const tool of ['POINT', 'RECTANGLE', 'ARROW', 'FREEHAND'] as const) {
    expect(isDrawn(drawnMarker(tool, 1, beside, size))).toBe(false)
    expect(isDrawn(drawnMarker(tool, 1, [{ x: 0.2, y: 0.2 }], size))).toBe(false)
  }
})
