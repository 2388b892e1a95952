import { expect, test } from 'vitest'
import { groundFor } from './ground.ts'

type Rgba = readonly [number, number, number, number]
const clear: Rgba = [0, 0, 0, 0]
const picture = (...parts: readonly (readonly [Rgba, count: number])[]) =>
  Uint8Array.from(parts.flatMap(([color, count]) => Array.from({ length: count }, () => color).flat()))

test('a mark lies on the check on which it is visible', () => {
  const on = (color: Rgba) => groundFor(picture([clear, 300], [color, 100]))
  expect(on([255, 255, 255, 255])).toBe('DARK')
  expect(on([235, 240, 225, 255])).toBe('DARK')
  expect(on([0, 0, 0, 255])).toBe('LIGHT')
  expect(on([217, 58, 31, 255])).toBe('LIGHT')
  expect(on([20, 30, 60, 255])).toBe('LIGHT')
})

test('of two colours the one counts that would lose more', () => {
  const white: Rgba = [255, 255, 255, 255]
  const black: Rgba = [0, 0, 0, 255]
  expect(groundFor(picture([clear, 300], [white, 90], [black, 10]))).toBe('DARK')
  expect(groundFor(picture([clear, 300], [white, 10], [black, 90]))).toBe('LIGHT')
  expect(groundFor(picture([clear, 300], [white, 20], [[217, 58, 31, 255], 80]))).toBe('DARK')
})

test('an opaque picture stays on the light check, and so does an empty one', () => {
  expect(groundFor(picture([[255, 255, 255, 255], 100]))).toBe('LIGHT')
  expect(groundFor(picture([clear, 100]))).toBe('LIGHT')
  expect(groundFor(new Uint8Array())).toBe('LIGHT')
})
