import { expect, test } from 'vitest'
import { createViewport, toFraction } from '#web/features/room/state/viewport'
import { areTiny, stepChange, viewOfChange } from './changes.ts'

test('steps from change to change in a circle, from either end', () => {
  expect(stepChange(null, 1, 4)).toBe(0)
  expect(stepChange(null, -1, 4)).toBe(3)
  expect(stepChange(3, 1, 4)).toBe(0)
  expect(stepChange(0, -1, 4)).toBe(3)
  expect(stepChange(9, 1, 2)).toBe(0)
  expect(stepChange(null, 1, 0)).toBeNull()
})

const view = createViewport({ width: 1000, height: 800 }, { width: 1000, height: 800 }, 0)

test('changes below a hundredth of the view are easily missed', () => {
  expect(areTiny([{ x: 0.5, y: 0.5, width: 0.05, height: 0.05 }], view)).toBe(true)
  expect(areTiny([{ x: 0, y: 0, width: 0.2, height: 0.2 }], view)).toBe(false)
  expect(areTiny([], view)).toBe(false)
})

test('a change is shown in the middle, also one without height', () => {
  for (const height of [0.01, 0]) {
    const there = viewOfChange(view, { x: 0.4, y: 0.5, width: 0.02, height })
    const middle = toFraction(there, { x: 500, y: 400 })
    expect(middle.x).toBeCloseTo(0.41, 2)
    expect(middle.y).toBeCloseTo(0.5 + height / 2, 2)
    expect(there.scale).toBeGreaterThan(1)
  }
})
