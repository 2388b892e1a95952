import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPinIndex, type PinLevel, pinPlaces, pinsOfItem, visitItems } from './pin-clusters.ts'

const page = { width: 2000, height: 1000 }
const everything = { x: 0, y: 0, width: 1, height: 1 }

const counts = (level: PinLevel) => [...level.count].sort((a, b) => a - b)

/** The same points in every run. */
function scattered(length: number, spread = 1) {
  let seed = 42
  const random = () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296
    return seed / 4294967296
  }
  return pinPlaces(Array.from({ length }, () => ({ x: random() * spread, y: random() * spread })))
}

describe('pin index', () => {
  test('shows distant pins one by one', () => {
    const index = createPinIndex(
      pinPlaces([
        { x: 0.1, y: 0.1 },
        { x: 0.9, y: 0.9 },
      ]),
      page,
      24,
    )
    expect(counts(index.level(1))).toEqual([1, 1])
  })

  test('two overlapping pins do not cluster, three do', () => {
    const two = [
      { x: 0.5, y: 0.5 },
      { x: 0.501, y: 0.5 },
    ]
    expect(counts(createPinIndex(pinPlaces(two), page, 24).level(1))).toEqual([1, 1])
    const three = [...two, { x: 0.5, y: 0.501 }]
    expect(counts(createPinIndex(pinPlaces(three), page, 24).level(1))).toEqual([3])
  })

  test('zooming in splits a cluster', () => {
    const pins = [
      { x: 0.5, y: 0.5 },
      { x: 0.51, y: 0.5 },
      { x: 0.52, y: 0.5 },
    ]
    const index = createPinIndex(pinPlaces(pins), page, 24)
    expect(counts(index.level(0.25))).toEqual([3])
    expect(counts(index.level(4))).toEqual([1, 1, 1])
  })

  test('a cluster is in the middle of its pins and knows them', () => {
    const level = createPinIndex(
      pinPlaces([
        { x: 0.5, y: 0.5 },
        { x: 0.502, y: 0.5 },
        { x: 0.501, y: 0.506 },
        { x: 0.1, y: 0.1 },
      ]),
      page,
      24,
    ).level(1)
    const cluster = level.count.indexOf(3)
    expect(level.x[cluster]).toBeCloseTo(0.501)
    expect(level.y[cluster]).toBeCloseTo(0.502)
    expect(pinsOfItem(level, cluster)).toEqual([0, 1, 2])
  })

  test('any number of pins on one spot makes one cluster at every zoom', () => {
    const places = pinPlaces(Array.from({ length: 500 }, () => ({ x: 0.3, y: 0.7 })))
    const index = createPinIndex(places, page, 24)
    for (const scale of [0.1, 1, 8]) expect(counts(index.level(scale))).toEqual([500])
  })

  test('loses or repeats no pin, at any zoom', () => {
    const point = fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const scale = fc.double({ min: 0.05, max: 8, noNaN: true })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), scale, (points, at) => {
        const level = createPinIndex(pinPlaces(points), page, 24).level(at)
        const shown = Array.from({ length: level.length }, (_, item) => pinsOfItem(level, item))
        expect(shown.map((pins) => pins.length)).toEqual([...level.count])
        expect(shown.flat().sort((a, b) => a - b)).toEqual(points.map((_, i) => i))
      }),
    )
  })

  test('a part of the page yields its items and no distant ones', () => {
    const places = scattered(5000)
    const level = createPinIndex(places, page, 24).level(4)
    const part = { x: 0.4, y: 0.4, width: 0.1, height: 0.1 }
    const found = new Set<number>()
    visitItems(level, part, page, (item) => found.add(item))
    const items = Array.from({ length: level.length }, (_, item) => item)
    const isIn = (at = 0) => at >= 0.4 && at <= 0.5
    const isFar = (at = 0) => at < 0.35 || at > 0.55
    const inside = items.filter((item) => isIn(level.x[item]) && isIn(level.y[item]))
    expect(inside.length).toBeGreaterThan(0)
    expect(inside.filter((item) => !found.has(item))).toEqual([])
    expect(items.filter((item) => isFar(level.x[item]) && found.has(item))).toEqual([])
  })

  test('the whole page yields every item once', () => {
    const level = createPinIndex(scattered(3000), page, 24).level(0.5)
    const found: number[] = []
    visitItems(level, everything, page, (item) => found.push(item))
    expect(found).toEqual(Array.from({ length: level.length }, (_, item) => item))
  })

  test('indexes 100,000 pins in well under a second, even when crowded', () => {
    for (const spread of [1, 0.05]) {
      const places = scattered(100_000, spread)
      const took = () => {
        const started = performance.now()
        const index = createPinIndex(places, page, 24)
        for (const scale of [0.25, 0.5, 1, 2, 4, 8]) index.level(scale)
        return performance.now() - started
      }
      // The best of several: on a busy machine any single run can be delayed.
      expect(Math.min(...Array.from({ length: 7 }, took))).toBeLessThan(1000)
    }
  })
})
