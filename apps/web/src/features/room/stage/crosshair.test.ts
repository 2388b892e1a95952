import { expect, test } from 'vitest'
import { crosshairPlace, moveCrosshair, placeInWords, regionBetween, startCrosshair } from './crosshair.ts'

const step = { x: 0.1, y: 0.2 }

test('arrow keys move the crosshair and stop at the edges of the page', () => {
  let state = startCrosshair({ x: 0.5, y: 0.5 })
  state = moveCrosshair(state, 'right', step, false)
  expect(state.at).toEqual({ x: 0.6, y: 0.5 })
  for (let i = 0; i < 5; i += 1) state = moveCrosshair(state, 'up', step, false)
  expect(state.at).toEqual({ x: 0.6, y: 0 })
})

test('with shift a region grows from where the crosshair was, in any direction', () => {
  let state = startCrosshair({ x: 0.5, y: 0.5 })
  state = moveCrosshair(state, 'left', step, true)
  state = moveCrosshair(state, 'down', step, true)
  const place = crosshairPlace(state)
  expect(place.x).toBeCloseTo(0.4)
  expect(place.y).toBeCloseTo(0.5)
  expect(place.width).toBeCloseTo(0.1)
  expect(place.height).toBeCloseTo(0.2)
})

test('moving without shift gives a point again', () => {
  const drawn = moveCrosshair(startCrosshair({ x: 0.5, y: 0.5 }), 'left', step, true)
  expect(crosshairPlace(moveCrosshair(drawn, 'left', step, false)).width).toBe(0)
})

test('a region drawn beyond the page ends at its edge', () => {
  expect(regionBetween({ x: 0.8, y: 0.9 }, { x: 1.4, y: -0.2 })).toEqual({
    x: 0.8,
    y: 0,
    width: expect.closeTo(0.2),
    height: 0.9,
  })
})

test('describes a place in words', () => {
  expect(placeInWords({ x: 0.12, y: 0.08, width: 0, height: 0 })).toBe(
    'upper left, 12% from the left, 8% from the top',
  )
  expect(placeInWords({ x: 0.5, y: 0.5, width: 0, height: 0 })).toMatch(/^middle, /)
  expect(placeInWords({ x: 0.4, y: 0.8, width: 0.2, height: 0.1 })).toBe(
    'lower part, 40% from the left, 80% from the top, 20% wide, 10% high',
  )
})
