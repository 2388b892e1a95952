import { Marker } from '@wingmark/contract/comments'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createViewport, panBy, toScreen, zoomTo } from '#web/features/room/state/viewport'
import { drawnMarker, markerPlace, pointMarker, regionMarker } from './markers.ts'
import { type Grip, gripAt, handlesOf, movedMarker } from './moved-marker.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const place = fc.record({ x: fraction, y: fraction })
const shift = fc.record({
  x: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  y: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
})
const size = fc.record({
  width: fc.integer({ min: 1, max: 20_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
})
const marker = fc.oneof(
  place.map((at) => pointMarker(2, at)),
  fc.tuple(place, place).map(([a, b]) => regionMarker(2, a, b)),
  fc.tuple(place, place, size).map(([a, b, page]) => drawnMarker('ARROW', 2, [a, b], page)),
  fc
    .tuple(fc.array(place, { minLength: 2, maxLength: 60 }), size)
    .map(([path, page]) => drawnMarker('FREEHAND', 2, path, page)),
)
const grips: Grip[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw', 'start', 'end', 'whole']
const grip = fc.constantFrom(...grips)
/** Less than half a pixel of the longest side of a page here. */
const halfPixel = 0.5 / 20_000
const isNear = (a: number, b: number) => Math.abs(a - b) <= halfPixel

describe('a mark that is moved', () => {
  test('is one that the server accepts, on its page, of its shape', () => {
    fc.assert(
      fc.property(marker, grip, shift, (before, held, by) => {
        const after = movedMarker(before, held, by)
        expect(Marker.safeParse(after).error?.issues ?? []).toEqual([])
        expect([after.page, after.shape, after.points?.length]).toEqual([
          before.page,
          before.shape,
          before.points?.length,
        ])
      }),
    )
  })

  test('keeps its form as a whole, and stops at the page’s edge', () => {
    fc.assert(
      fc.property(marker, shift, (before, by) => {
        const after = movedMarker(before, 'whole', by)
        const [from, to] = [markerPlace(before), markerPlace(after)]
        expect(isNear(from.width, to.width) && isNear(from.height, to.height)).toBe(true)
        const reached = (start: number, length: number, wanted: number) =>
          Math.max(0, Math.min(1 - length, start + wanted))
        expect(isNear(to.x, reached(from.x, from.width, by.x))).toBe(true)
        expect(isNear(to.y, reached(from.y, from.height, by.y))).toBe(true)
      }),
    )
  })

  test('returns to its place when moved back, within the page', () => {
    fc.assert(
      fc.property(marker, shift, (before, by) => {
        const there = movedMarker(before, 'whole', by)
        const [from, to] = [markerPlace(before), markerPlace(there)]
        const back = movedMarker(there, 'whole', { x: from.x - to.x, y: from.y - to.y })
        expect(isNear(back.x, before.x) && isNear(back.y, before.y)).toBe(true)
        for (const [i, [x, y]] of (back.points ?? []).entries()) {
          const [wasX = -1, wasY = -1] = before.points?.[i] ?? []
          expect(isNear(x, wasX) && isNear(y, wasY)).toBe(true)
        }
      }),
    )
  })

  test('keeps the opposite side when one moves, even across it', () => {
    const region = regionMarker(1, { x: 0.2, y: 0.2 }, { x: 0.4, y: 0.6 })
    expect(movedMarker(region, 'e', { x: 0.1, y: 0.3 })).toMatchObject({ x: 0.2, width: 0.3, height: 0.4 })
    expect(movedMarker(region, 'nw', { x: 0.3, y: -0.5 })).toMatchObject({
      x: 0.4,
      y: 0,
      width: 0.1,
      height: 0.6,
    })
    // An empty region would be invisible.
    expect(movedMarker(region, 's', { x: 0, y: -0.4 })).toBe(region)
  })

  test('keeps the other end when one moves; its pin stays at the first', () => {
    const arrow = drawnMarker(
      'ARROW',
      1,
      [
        { x: 0.1, y: 0.1 },
        { x: 0.5, y: 0.5 },
      ],
      { width: 100, height: 100 },
    )
    expect(movedMarker(arrow, 'end', { x: 0.2, y: 0 }).points).toEqual([
      [0.1, 0.1],
      [0.7, 0.5],
    ])
    const after = movedMarker(arrow, 'start', { x: 0, y: 0.1 })
    expect([after.x, after.y, after.points]).toEqual([
      0.1,
      0.2,
      [
        [0.1, 0.2],
        [0.5, 0.5],
      ],
    ])
  })
})

test('grips a mark where its handles and lines are drawn, at any zoom and on any page', () => {
  const zoom = fc.double({ min: 0.05, max: 8, noNaN: true })
  fc.assert(
    fc.property(marker, size, zoom, shift, (one, page, scale, pan) => {
      const opened = zoomTo(createViewport({ width: 900, height: 700 }, page, 24), scale)
      const view = panBy(opened, pan.x * 400, pan.y * 400)
      for (const { grip: held, at } of handlesOf(view, one)) {
        const found = gripAt(view, one, at, 0)
        const near = handlesOf(view, one).filter(
          (other) => Math.hypot(other.at.x - at.x, other.at.y - at.y) < 1e-6,
        )
        expect([held, ...near.map((other) => other.grip)]).toContain(found)
      }
      for (const [x, y] of one.points ?? [])
        expect(gripAt(view, one, toScreen(view, { x, y }), 0)).not.toBeNull()
    }),
  )
  const view = createViewport({ width: 1_000, height: 1_000 }, { width: 800, height: 800 }, 0)
  const region = regionMarker(1, { x: 0.25, y: 0.25 }, { x: 0.75, y: 0.75 })
  const inside = toScreen(view, { x: 0.4, y: 0.4 })
  expect(gripAt(view, region, inside, 4)).toBeNull()
  expect(gripAt(view, region, toScreen(view, { x: 0.25, y: 0.4 }), 0)).toBe('whole')
})
