import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  between,
  bringIntoView,
  createViewport,
  fitScale,
  fitWithin,
  isOnPage,
  onPage,
  panBy,
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
  test('a view that was moved for a sheet stays there when the stage is measured again', () => {
    const moved = { ...start, y: start.y - 500, fitted: false }
    expect(resize(moved, { ...stage })).toBe(moved)
    expect(resize(moved, { ...stage, width: 999 }).y).not.toBe(moved.y)
  })

  test('a whole page is put into what is free, smaller where it must be and never larger', () => {
    const covered = { ...insets, bottom: 600 }
    const small = fitWithin(start, covered)
    expect(small.page.height * small.scale).toBeCloseTo(160)
    expectClose(toScreen(small, { x: 0.5, y: 0.5 }), { x: 500, y: 120 })
    expect(fitWithin(start, { top: 0, right: 0, bottom: 0, left: 0 }).scale).toBe(start.scale)
  })

  test('a fitted page lies in the middle with its padding free', () => {
    expect(start.scale).toBeCloseTo(952 / 2000)
    expect(start.x).toBeCloseTo(24)
    expect(start.y).toBeCloseTo((800 - 1000 * start.scale) / 2)
    expect(start.fitted).toBe(true)
  })

  test('a small design is fitted by enlarging it', () => {
    expect(createViewport(stage, { width: 100, height: 100 }, 24).scale).toBeCloseTo(7.52)
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

  test('a fitted page cannot be dragged away', () => {
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

  test('a place that is in view does not move anything', () => {
    expect(bringIntoView(start, { x: 0.5, y: 0.5, width: 0, height: 0 }, insets)).toBe(start)
  })

  test('a place out of view comes just inside the insets', () => {
    const view = bringIntoView(zoomTo(start, 4), { x: 0.02, y: 0.97, width: 0, height: 0 }, insets)
    expectClose(toScreen(view, { x: 0.02, y: 0.97 }), { x: 40, y: 760 })
  })

  test('a pin at the bottom comes out from under a keyboard even when the page is fitted', () => {
    const view = bringIntoView(start, { x: 0.5, y: 1, width: 0, height: 0 }, { ...insets, bottom: 500 })
    expect(toScreen(view, { x: 0.5, y: 1 }).y).toBeCloseTo(300)
  })

  test('a region larger than the stage is zoomed out to', () => {
    const view = bringIntoView(zoomTo(start, 8), { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }, insets)
    const from = toScreen(view, { x: 0.1, y: 0.1 })
    const to = toScreen(view, { x: 0.6, y: 0.6 })
    expect(from.x).toBeGreaterThanOrEqual(39.99)
    expect(to.x).toBeLessThanOrEqual(960.01)
  })

  test('a cluster is zoomed to, its place in the middle', () => {
    const view = zoomToPlace(start, { x: 0.4, y: 0.4, width: 0.1, height: 0.1 })
    expectClose(toScreen(view, { x: 0.45, y: 0.45 }), { x: 500, y: 400 })
    expect(view.scale).toBeCloseTo(3)
  })

  test('a fraction outside the page is known and can be put on its edge', () => {
    expect(isOnPage(start, { x: 1, y: 1 })).toBe(false)
    expect(isOnPage(start, { x: 500, y: 400 })).toBe(true)
    expect(onPage({ x: -0.2, y: 1.4 })).toEqual({ x: 0, y: 1 })
  })

  test('the way between two views begins and ends at them', () => {
    const end = zoomTo(start, 4, { x: 900, y: 500 })
    expectClose(between(start, end, 0), start)
    expect(between(start, end, 1)).toBe(end)
  })

  test('screen to fraction and back is the same place in every view', () => {
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
