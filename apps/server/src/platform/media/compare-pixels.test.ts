import { markChanged } from '@wingmark/contract/changed-pixels'
import { expect, test } from 'vitest'
import { comparePixels, type Raster } from '#server/platform/media/compare-pixels'

type Area = { x: number; y: number; width: number; height: number }

/** A white page with areas of pseudo-random lines, the same for each `seed`. */
function page(width: number, height: number, areas: (Area & { seed: number })[] = []): Raster {
  const data = new Uint8Array(width * height * 4).fill(255)
  for (const { x, y, width: wide, height: tall, seed } of areas)
    for (let row = 0; row < tall; row++)
      for (let column = 0; column < wide; column++) {
        const at = ((y + row) * width + x + column) * 4
        data.fill(
          ((row + 1) * (seed + 7) * 7919 + Math.floor(column / 6) * (row + seed) * 104_729) % 233,
          at,
          at + 3,
        )
      }
  return { data, width, height }
}

const section = (y: number, seed: number) => ({ x: 20, y, width: 160, height: 50, seed })
const sections = (...seeds: number[]) =>
  page(
    200,
    seeds.length * 100,
    seeds.map((seed, at) => section(at * 100 + 20, seed)),
  )

test('equal pages have no changes', () => {
  expect(comparePixels(sections(1, 2), sections(1, 2))).toEqual({ rows: [[0, 0, 1]], changed: [], share: 0 })
  expect(comparePixels(page(1, 1), page(1, 1))).toEqual({ rows: [[0, 0, 1]], changed: [], share: 0 })
})

test('a changed place is one box in fractions of the newer page', () => {
  const button = { x: 60, y: 120, width: 40, height: 20, seed: 9 }
  const found = comparePixels(page(200, 200), page(200, 200, [button]))
  expect(found.rows).toEqual([[0, 0, 1]])
  expect(found.changed).toEqual([{ x: 0.3, y: 0.6, width: 0.2, height: 0.1 }])
  expect(found.share).toBeCloseTo((40 * 20) / (200 * 200), 5)
})

test('an inserted section lights itself alone, and at most half of what it would unaligned', () => {
  const [older, newer] = [sections(1, 2, 3, 4, 6), sections(1, 5, 2, 3, 4, 6)]
  const found = comparePixels(older, newer)
  expect(found.changed).toHaveLength(1)
  const [box] = found.changed
  expect(box?.y).toBeGreaterThanOrEqual(0.1)
  expect((box?.y ?? 1) + (box?.height ?? 1)).toBeLessThanOrEqual(0.4)
  expect(found.share).toBeCloseTo((160 * 50) / (200 * 600), 2)
  const inPlace = {
    older: older.data,
    newer: newer.data.subarray(0, older.data.length),
    width: 200,
    height: 500,
  }
  const unaligned = markChanged(inPlace, new Uint8Array(200 * 500)) + 160 * 50
  expect(found.share * 200 * 600).toBeLessThanOrEqual(unaligned / 2)
})

test('a removed section is a box without height, at its place', () => {
  const found = comparePixels(sections(1, 5, 2, 3, 4), sections(1, 2, 3, 4))
  expect(found.changed).toHaveLength(1)
  expect(found.changed[0]).toMatchObject({ x: 0, width: 1, height: 0 })
  expect(found.changed[0]?.y).toBeGreaterThan(0.15)
  expect(found.changed[0]?.y).toBeLessThanOrEqual(0.35)
  expect(found.share).toBeCloseTo((160 * 50) / (200 * 500), 2)
})

test('rows stay in place where aligning lights no less', () => {
  const dot = { x: 90, y: 150, width: 4, height: 4, seed: 3 }
  const older = page(200, 200, [dot])
  const newer = page(200, 200, [{ ...dot, y: 158 }])
  const found = comparePixels(older, newer)
  expect(found.rows).toEqual([[0, 0, 1]])
  expect(found.share).toBeCloseTo(32 / 40_000, 5)
})

test('a longer or shorter page says so at its end, and is no other page where it is blank', () => {
  expect(comparePixels(page(10, 10), page(10, 20))).toEqual({
    rows: [[0, 0, 0.5]],
    changed: [{ x: 0, y: 0.5, width: 1, height: 0.5 }],
    share: 0,
  })
  expect(comparePixels(page(10, 20), page(10, 10))).toEqual({
    rows: [[0, 0, 1]],
    changed: [{ x: 0, y: 1, width: 1, height: 0 }],
    share: 0,
  })
  const footer = { x: 0, y: 15, width: 10, height: 5, seed: 4 }
  expect(comparePixels(page(10, 10), page(10, 20, [footer])).share).toBeCloseTo(0.25, 1)
})

test('pages without anything in common are changed as a whole', () => {
  const full = (seed: number) => page(64, 64, [{ x: 0, y: 0, width: 64, height: 64, seed }])
  const found = comparePixels(page(64, 64), full(3))
  expect(found.share).toBeGreaterThan(0.9)
  expect(found.changed).toHaveLength(1)
})
