import { expect, test } from 'vitest'
import { createViewport, toScreen } from '#web/features/room/state/viewport'
import { createValue } from '#web/lib/store'
import { sharePage, sideView, sizeChange } from './shared-view.ts'

const small = { width: 1440, height: 900 }
const large = { width: 1600, height: 2000 }

test('different sizes are drawn at the width of the newer one, as tall as the taller one', () => {
  expect(sharePage(small, large, false)).toEqual({ page: large, from: 1600 / 1440, to: 1 })
  expect(sharePage(large, small, false)).toEqual({ page: { width: 1440, height: 1800 }, from: 0.9, to: 1 })
})

test('the same pixels are as wide as the wider one', () => {
  expect(sharePage(small, large, true)).toEqual({ page: large, from: 1, to: 1 })
  expect(sharePage(large, small, true).page).toEqual(large)
})

test('an inserted or removed page has its own size', () => {
  expect(sharePage(null, small, false).page).toEqual(small)
  expect(sharePage(small, null, false)).toEqual({ page: small, from: 1, to: 1 })
})

test('both sides follow one view, and move it', () => {
  const { page, from } = sharePage(small, large, false)
  const { dispatch: set, ...value } = createValue(createViewport({ width: 800, height: 600 }, page, 24))
  const shared = { ...value, set, glideTo: set }
  const side = sideView(shared, small, from)
  // The right edge of both is at the same place.
  expect(toScreen(side.get(), { x: 1, y: 0 }).x).toBeCloseTo(toScreen(shared.get(), { x: 1, y: 0 }).x)
  expect(side.get()).toBe(side.get())
  side.set({ ...side.get(), scale: 2 * from, x: 5 })
  expect(shared.get()).toMatchObject({ scale: 2, x: 5, page })
})

test('a change of size is said by what changed', () => {
  expect(sizeChange(small, large)).toBe('1440 → 1600 px wide')
  expect(sizeChange(small, { width: 1440, height: 1000 })).toBe('900 → 1000 px tall')
  expect(sizeChange(small, small)).toBeNull()
  expect(sizeChange(null, small)).toBeNull()
})
