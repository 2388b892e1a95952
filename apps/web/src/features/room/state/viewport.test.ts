import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  between,
  bringIntoView,
  createViewport,
  fit,
  fitScale,
  fitWidth,
  fitWithin,
  isAsWide,
  isOnPage,
  onPage,
  panBy,
  placeOf,
  resize,
  toFraction,
  toScreen,
  turnTo,
  type Viewport,
  zoomBy,
  zoomIn,
  zoomOut,
  zoomTo,
  zoomToPlace,
} from './viewport.ts'

const stage = { width: 1000, height: 800 }
const page = { width: 2000, height: 1000 }
const start = createViewport(stage, page, 24)
const insets = { top: 40, right: 40, bottom: 40, left: 40 }

function expectClose(a: { x: number; y: number }, b: { x: number; y: number }) {
  expect(a.x).toBeCloseTo(b.x, 6)
  expect(a.y).toBeCloseTo(b.y, 6)
}

describe('viewport', () => {
  test('a view moved for a sheet stays there when the stage is measured again', () => {
    const moved = { ...start, y: start.y - 500, fitted: false }
    expect(resize(moved, { ...stage })).toBe(moved)
    expect(resize(moved, { ...stage, width: 999 }).y).not.toBe(moved.y)
  })

  test('puts a whole page into the free space, smaller if necessary and never larger', () => {
    const covered = { ...insets, bottom: 600 }
    const small = fitWithin(start, covered)
    expect(small.page.height * small.scale).toBeCloseTo(160)
    expectClose(toScreen(small, { x: 0.5, y: 0.5 }), { x: 500, y: 120 })
    expect(fitWithin(start, { top: 0, right: 0, bottom: 0, left: 0 }).scale).toBe(start.scale)
  })

  test('centres a fitted page with its padding', () => {
    expect(start.scale).toBeCloseTo(952 / 2000)
    expect(start.x).toBeCloseTo(24)
    expect(start.y).toBeCloseTo((800 - 1000 * start.scale) / 2)
    expect(start.fitted).toBe(true)
  })

  test('a small design opens at 100 % in the middle, and grows only by hand', () => {
    const icon = createViewport(stage, { width: 100, height: 100 }, 24)
    expect([icon.scale, icon.x, icon.y, icon.fitted]).toEqual([1, 450, 350, true])
    expect(zoomIn(icon).scale).toBeGreaterThan(1)
    expect(fitWidth(icon).scale).toBeCloseTo(8)
    expect(zoomTo(createViewport(stage, { width: 10, height: 10 }, 24), 1000).scale).toBeCloseTo(300.8)
  })

  test('a page much taller than the stage opens at its width, from the top', () => {
    const tall = createViewport(stage, { width: 1900, height: 12_000 }, 24)
    expect(tall.scale).toBeCloseTo(952 / 1900)
    expectClose(tall, { x: 24, y: 24 })
    expect([tall.fitted, tall.alongside]).toEqual([false, true])
    const end = panBy(tall, -300, -1e6)
    expect(end.x).toBeCloseTo(24)
    expect(toScreen(end, { x: 0, y: 1 }).y).toBeCloseTo(776)
  })

  test('a page much wider than the stage opens at its height, from the left', () => {
    const wide = createViewport(stage, { width: 9000, height: 1504 }, 24)
    expect(wide.scale).toBeCloseTo(0.5)
    expectClose(wide, { x: 24, y: 24 })
  })

  test('a tall page that is narrow opens at 100 %, never larger', () => {
    expect(createViewport(stage, { width: 375, height: 9000 }, 24)).toMatchObject({ scale: 1, y: 24 })
  })

  test('a phone’s screen and a poster open whole', () => {
    for (const page of [
      { width: 390, height: 844 },
      { width: 1000, height: 1414 },
    ])
      expect(createViewport(stage, page, 24).fitted).toBe(true)
  })

  test('a page along the stage keeps its top and follows the stage’s width', () => {
    const tall = createViewport(stage, { width: 1900, height: 12_000 }, 24)
    const narrower = resize(tall, { width: 600, height: 700 })
    expect(narrower.scale).toBeCloseTo(552 / 1900)
    expect(narrower.y).toBeCloseTo(24)
    expect(narrower.alongside).toBe(true)
  })

  test('zooming out shows a tall page whole, and then as wide as the stage again', () => {
    let view: Viewport = createViewport(stage, { width: 1900, height: 12_000 }, 24)
    for (let i = 0; i < 20; i += 1) view = zoomOut(view)
    expect(view.fitted).toBe(true)
    expect(isAsWide(view)).toBe(false)
    const wide = fitWidth(view)
    expect([isAsWide(wide), wide.alongside]).toEqual([true, true])
    expect(wide.scale).toBeCloseTo(952 / 1900)
  })

  test('is whole, not as wide as the stage, where both are the same', () => {
    const flat = createViewport(stage, { width: 1900, height: 1000 }, 24)
    expect([flat.fitted, isAsWide(flat)]).toEqual([true, false])
    const wide = fitWidth(flat)
    expect([wide.fitted, isAsWide(wide)]).toEqual([true, false])
  })

  test('restores the former place and zoom, even in a stage of another size', () => {
    const tall = { width: 1900, height: 12_000 }
    const there = panBy(zoomTo(createViewport(stage, tall, 24), 2), -900, -4000)
    const place = placeOf(there)
    expectClose(turnTo(start, tall, place), there)
    const other = turnTo(createViewport({ width: 700, height: 500 }, page, 24), tall, place)
    expectClose(toFraction(other, { x: 350, y: 250 }), place ?? { x: 0, y: 0 })
    expect(other.scale).toBe(2)
  })

  test('stores no place for a page as it opened, and bounds a place from elsewhere', () => {
    expect(placeOf(start)).toBeNull()
    const tall = createViewport(stage, { width: 1900, height: 12_000 }, 24)
    expect(placeOf(tall)).toBeNull()
    expect(placeOf(panBy(tall, 0, -500))).not.toBeNull()
    expect(placeOf(fit(tall))).not.toBeNull()
    const far = turnTo(start, page, { x: 1e9, y: -1e9, scale: 1e9 })
    expect(far.scale).toBe(8)
    expect(Number.isFinite(far.x) && Number.isFinite(far.y)).toBe(true)
  })

  test('for any page and stage, a page opens unenlarged and fills one side or fits', () => {
    const length = fc.integer({ min: 1, max: 20_000 })
    const side = fc.integer({ min: 120, max: 3000 })
    fc.assert(
      fc.property(length, length, side, side, (pageWidth, pageHeight, width, height) => {
        const view = createViewport({ width, height }, { width: pageWidth, height: pageHeight }, 8)
        expect(view.scale).toBeLessThanOrEqual(1)
        const across = Math.min(pageWidth * view.scale - width, pageHeight * view.scale - height)
        expect(across).toBeLessThanOrEqual(0)
        expect(view.scale).toBeGreaterThanOrEqual(fitScale(view))
        expectClose(panBy(view, 0, 0), view)
      }),
    )
  })

  test('zooming keeps the place under the pointer', () => {
    const pointer = { x: 520, y: 380 }
    const before = toFraction(start, pointer)
    expectClose(toFraction(zoomBy(start, 2, pointer), pointer), before)
  })

  test('100 % means one design pixel on one CSS pixel', () => {
    const view = zoomTo(start, 1)
    const width = toScreen(view, { x: 1, y: 0 }).x - toScreen(view, { x: 0, y: 0 }).x
    expect(width).toBeCloseTo(2000)
    expect(view.fitted).toBe(false)
  })

  test('zooming out ends at the fitted page, and it is fitted again', () => {
    let view: Viewport = zoomBy(start, 3, { x: 10, y: 10 })
    for (let i = 0; i < 20; i += 1) view = zoomOut(view)
    expectClose(view, start)
    expect(view.fitted).toBe(true)
  })

  test('zooming in ends at 800 %', () => {
    let view: Viewport = start
    for (let i = 0; i < 40; i += 1) view = zoomIn(view)
    expect(view.scale).toBe(8)
  })

  test('a fitted page cannot be dragged', () => {
    expectClose(panBy(start, 300, -200), start)
  })

  test('a zoomed page can bring its corner to the middle of the stage, no further', () => {
    const view = panBy(zoomTo(start, 4), 1e6, 1e6)
    expectClose(view, { x: 500, y: 400 })
    const other = panBy(view, -1e6, -1e6)
    expectClose(toScreen(other, { x: 1, y: 1 }), { x: 500, y: 400 })
  })

  test('a fitted page stays fitted when the stage changes', () => {
    const view = resize(start, { width: 500, height: 900 })
    expect(view.scale).toBe(fitScale(view))
    expect(view.fitted).toBe(true)
  })

  test('a zoomed page keeps its middle when the stage changes', () => {
    const view = panBy(zoomTo(start, 3), -200, 100)
    const middle = toFraction(view, { x: 500, y: 400 })
    expectClose(toFraction(resize(view, { width: 700, height: 600 }), { x: 350, y: 300 }), middle)
  })

  test('turning to another page fits it', () => {
    const view = turnTo(zoomTo(start, 4), { width: 500, height: 900 })
    expect(view.fitted).toBe(true)
    expect(view.page.height).toBe(900)
  })

  test('a visible place moves nothing', () => {
    expect(bringIntoView(start, { x: 0.5, y: 0.5, width: 0, height: 0 }, insets)).toBe(start)
  })

  test('an invisible place moves just inside the insets', () => {
    const view = bringIntoView(zoomTo(start, 4), { x: 0.02, y: 0.97, width: 0, height: 0 }, insets)
    expectClose(toScreen(view, { x: 0.02, y: 0.97 }), { x: 40, y: 760 })
  })

  test('a pin at the bottom moves out from under a keyboard even on a fitted page', () => {
    const view = bringIntoView(start, { x: 0.5, y: 1, width: 0, height: 0 }, { ...insets, bottom: 500 })
    expect(toScreen(view, { x: 0.5, y: 1 }).y).toBeCloseTo(300)
  })

  test('zooms out to a region larger than the stage', () => {
    const view = bringIntoView(zoomTo(start, 8), { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }, insets)
    const from = toScreen(view, { x: 0.1, y: 0.1 })
    const to = toScreen(view, { x: 0.6, y: 0.6 })
    expect(from.x).toBeGreaterThanOrEqual(39.99)
    expect(to.x).toBeLessThanOrEqual(960.01)
  })

  test('zooms to a cluster, with its place in the middle', () => {
    const view = zoomToPlace(start, { x: 0.4, y: 0.4, width: 0.1, height: 0.1 })
    expectClose(toScreen(view, { x: 0.45, y: 0.45 }), { x: 500, y: 400 })
    expect(view.scale).toBeCloseTo(3)
  })

  test('recognises a fraction outside the page and can put it on the edge', () => {
    expect(isOnPage(start, { x: 1, y: 1 })).toBe(false)
    expect(isOnPage(start, { x: 500, y: 400 })).toBe(true)
    expect(onPage({ x: -0.2, y: 1.4 })).toEqual({ x: 0, y: 1 })
  })

  test('the path between two views begins and ends at them', () => {
    const end = zoomTo(start, 4, { x: 900, y: 500 })
    expectClose(between(start, end, 0), start)
    expect(between(start, end, 1)).toBe(end)
  })

  test('converting screen to fraction and back yields the same place in every view', () => {
    const number = fc.double({ min: -500, max: 1500, noNaN: true })
    const factor = fc.double({ min: 0.2, max: 5, noNaN: true })
    fc.assert(
      fc.property(number, number, factor, (x, y, by) => {
        const view = zoomBy(panBy(zoomTo(start, 2), x, y), by, { x, y })
        expectClose(toScreen(view, toFraction(view, { x, y })), { x, y })
      }),
    )
  })
})
