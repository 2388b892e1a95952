import { expect, test } from 'vitest'
import { createViewport, zoomTo } from '#web/features/room/state/viewport'
import { levelFor, needsTiles, tiledPage, tileRect, tilesInView } from './tile-plan.ts'

const poster = { tiles: { url: '', px: 512 }, pages: undefined, width: 20_000, height: 10_000 }
const page = tiledPage(poster, 1)
if (!page) throw new Error('no tiles')
const stage = { width: 1000, height: 800 }
const view = createViewport(stage, { width: 20_000, height: 10_000 }, 0)

test('a page without tiles or size has no plan', () => {
  expect(tiledPage({ ...poster, tiles: undefined }, 1)).toBeNull()
  expect(tiledPage({ ...poster, width: undefined }, 1)).toBeNull()
})

test('plans a PDF page in its rendered pixels', () => {
  const pages = [{ width: 72, height: 144 }]
  expect(tiledPage({ tiles: { url: '', px: 1024 }, pages, width: 72, height: 144 }, 1)).toEqual({
    full: { width: 768, height: 1536 },
    px: 1024,
    top: 1,
  })
})

test('needs tiles once the preview is no longer sharp, sooner on fine screens', () => {
  expect(needsTiles(view, page, 1)).toBe(false)
  expect(needsTiles(view, page, 3)).toBe(true)
  expect(needsTiles(zoomTo(view, 0.12), page, 1)).toBe(true)
})

test('chooses the coarsest sharp level, and level 0 beyond 100 %', () => {
  const levelAt = (scale: number, ratio = 1) => levelFor(zoomTo(view, scale), page, ratio)
  expect([levelAt(0.124), levelAt(0.25), levelAt(0.5), levelAt(1), levelAt(8)]).toEqual([3, 2, 1, 0, 0])
  expect(levelAt(0.5, 2)).toBe(0)
  // A tile may be stretched by a fifth, not more.
  expect([levelAt(0.29), levelAt(0.31)]).toEqual([2, 1])
})

test('plans only visible tiles, from the middle outwards', () => {
  const close = zoomTo(view, 1, { x: 500, y: 400 })
  const places = tilesInView(close, page, 0)
  expect(places.length).toBeGreaterThanOrEqual(4)
  expect(places.length).toBeLessThanOrEqual(9)
  for (const place of places) {
    const { x, y, width, height } = tileRect(close, page, place)
    expect(x < stage.width && y < stage.height && x + width > 0 && y + height > 0).toBe(true)
  }
  const [first] = places
  const middle = tileRect(close, page, first ?? { level: 0, x: 0, y: 0 })
  expect(middle.x <= 500 && middle.x + middle.width >= 500).toBe(true)
})

test('all tiles of a level meet at their edges and cover the page', () => {
  const all = tilesInView(view, page, 4)
  expect(all).toHaveLength(3 * 2)
  const area = all.map((place) => tileRect(view, page, place)).reduce((sum, r) => sum + r.width * r.height, 0)
  expect(Math.abs(area - 1000 * 500)).toBeLessThan(1)
})
