import { Marker } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createViewport,
  onPage,
  type Point,
  type Size,
  toFraction,
  toScreen,
  zoomTo,
} from '../state/viewport.ts'
import { drawnMarker, isRendered, markerPlace, pointMarker } from './markers.ts'
import { distanceToLine } from './stroke.ts'

const size = { width: 2_000, height: 1_200 }
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const place = fc.record({ x: fraction, y: fraction })

/** A poster, a banner, a rotated page, and the longest web page. */
const pageSize = fc.record({
  width: fc.integer({ min: 1, max: 60_000 }),
  height: fc.integer({ min: 1, max: 60_000 }),
})

const farthestOff = (
  path: readonly { x: number; y: number }[],
  points: readonly (readonly number[])[],
  of = size,
) =>
  Math.max(
    ...path.map((point) =>
      Math.min(
        ...points.slice(1).map((to, i) => {
          const [ax = 0, ay = 0] = points[i] ?? []
          const [bx = 0, by = 0] = to
          return distanceToLine(point, { x: ax, y: ay }, { x: bx, y: by }, of)
        }),
      ),
    ),
  )

/** Small steps, like a hand's, in design px. */
const step = fc.double({ min: -3, max: 3, noNaN: true })
const steps = fc.array(fc.record({ x: step, y: step }), { minLength: 2, maxLength: 120 })
const walk = fc.record({ start: place, steps })

function walked({ start, steps }: { start: Point; steps: readonly Point[] }, { width, height }: Size) {
  const path = [start]
  for (const { x, y } of steps) {
    const { x: left, y: top } = path[path.length - 1] ?? start
    path.push(onPage({ x: left + x / width, y: top + y / height }))
  }
  return path
}

test('restores a freehand line within half a pixel of a design of any size', () => {
  const jumps = fc.array(place, { minLength: 2, maxLength: 120 })
  fc.assert(
    fc.property(fc.oneof(jumps, walk), pageSize, (drawn, of) => {
      const path = Array.isArray(drawn) ? drawn : walked(drawn, of)
      const marker = drawnMarker('FREEHAND', 1, path, of)
      expect(Marker.safeParse(marker).success).toBe(true)
      expect(farthestOff(path, marker.points ?? [], of)).toBeLessThan(0.5)
    }),
    { numRuns: 300 },
  )
})

test('restores an unsteady line within half a pixel, even on a page of 40,000 px', () => {
  const of = { width: 1_440, height: 40_000 }
  const path = Array.from({ length: 1_000 }, (_, i) => ({
    x: (200 + i) / of.width,
    y: (20_000 + 60 * Math.sin(i / 40) + ((i * 37) % 100) / 125) / of.height,
  }))
  expect(farthestOff(path, drawnMarker('FREEHAND', 1, path, of).points ?? [], of)).toBeLessThan(0.5)
})

test('restores a line drawn at any zoom within half a pixel of the design', () => {
  const scale = fc.double({ min: 0.02, max: 8, noNaN: true })
  fc.assert(
    fc.property(pageSize, scale, place, place, (page, zoom, a, b) => {
      const view = zoomTo(createViewport({ width: 1_440, height: 900 }, page, 24), zoom)
      const pointer = [toScreen(view, a), toScreen(view, b)]
      const path = pointer.map((at) => toFraction(view, at))
      const half = 0.5 * view.scale
      for (const tool of ['RECTANGLE', 'ARROW', 'FREEHAND'] as const) {
        const place = markerPlace(drawnMarker(tool, 1, path, page))
        const from = toScreen(view, place)
        const to = toScreen(view, { x: place.x + place.width, y: place.y + place.height })
        for (const side of ['x', 'y'] as const) {
          const sides = pointer.map((at) => at[side])
          expect(Math.abs(from[side] - Math.min(...sides))).toBeLessThan(half)
          expect(Math.abs(to[side] - Math.max(...sides))).toBeLessThan(half)
        }
      }
      const { x, y } = toScreen(view, pointMarker(1, a))
      expect(Math.hypot(x - toScreen(view, a).x, y - toScreen(view, a).y)).toBeLessThan(half)
    }),
  )
})

test('a stroke of 2,000 places takes less than 8 kB, whatever its shape', () => {
  const wave = Array.from({ length: 2_000 }, (_, i) => ({ x: i / 2_000, y: 0.5 + Math.sin(i / 30) / 3 }))
  const wild = Array.from({ length: 2_000 }, (_, i) => ({
    x: ((i * 7_919) % 1_009) / 1_009,
    y: ((i * 104_729) % 997) / 997,
  }))
  const [large, page] = [{ width: 1_440, height: 40_000 }, 99_999]
  for (const [path, of] of [
    [wave, size],
    [wild, size],
    [wild, large],
  ] as const) {
    const marker = drawnMarker('FREEHAND', page, path, of)
    expect(JSON.stringify(marker).length).toBeLessThan(8_192)
    expect(Marker.safeParse(marker).success).toBe(true)
  }
  // If it does not fit as drawn, no more is left out than necessary.
  expect(JSON.stringify(drawnMarker('FREEHAND', 1, wild, size)).length).toBeGreaterThan(7_600)
  expect(farthestOff(wave, drawnMarker('FREEHAND', 1, wave, size).points ?? [])).toBeLessThan(0.5)
})

test('an arrow keeps its ends, on the page', () => {
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

test('a drawing outside the page, or without places, is nothing', () => {
  const beside = [
    { x: 1.2, y: 0.3 },
    { x: 1.6, y: 0.3 },
  ]
  for (const tool of ['POINT', 'RECTANGLE', 'ARROW', 'FREEHAND'] as const) {
    expect(isRendered(drawnMarker(tool, 1, beside, size))).toBe(false)
    expect(isRendered(drawnMarker(tool, 1, [{ x: 0.2, y: 0.2 }], size))).toBe(false)
  }
})
