import { describe, expect, test } from 'vitest'
import { readWheel, type WheelInput } from './wheel.ts'

const still: WheelInput = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  timeStamp: 1000,
}
const intentOf = (input: Partial<WheelInput>) => readWheel({ ...still, ...input }).intent

describe('wheel', () => {
  test('a notch of a mouse wheel scrolls', () => {
    expect(intentOf({ deltaY: -100, wheelDeltaY: 120 })).toEqual({ kind: 'pan', dx: 0, dy: 100 })
  })

  test('a wheel that counts lines scrolls by their height', () => {
    expect(intentOf({ deltaY: 3, deltaMode: 1 })).toEqual({ kind: 'pan', dx: 0, dy: -48 })
  })

  test.each(['ctrlKey', 'metaKey'])('zooms with %s, away from the user zooms in', (key) => {
    const intent = intentOf({ deltaY: -100, wheelDeltaY: 120, [key]: true })
    expect(intent.kind === 'zoom' && intent.factor).toBeCloseTo(1.197, 2)
  })

  test('an accelerated mouse wheel on macOS zooms by the steps of a wheel', () => {
    const intent = intentOf({ deltaY: 4.000244140625, wheelDeltaY: -120, ctrlKey: true })
    expect(intent.kind === 'zoom' && intent.factor).toBeCloseTo(0.993, 3)
  })

  test('two fingers on a trackpad pan', () => {
    expect(intentOf({ deltaX: 3, deltaY: 12, wheelDeltaY: -36 })).toEqual({ kind: 'pan', dx: -3, dy: -12 })
    expect(intentOf({ deltaY: 40, wheelDeltaY: -120 }).kind).toBe('pan')
    expect(intentOf({ deltaY: 1.5 }).kind).toBe('pan')
  })

  test('a pinch zooms', () => {
    const intent = intentOf({ deltaY: -5.5, ctrlKey: true })
    expect(intent.kind === 'zoom' && intent.factor).toBeGreaterThan(1.05)
  })

  test('shift with a mouse wheel pans sideways', () => {
    expect(intentOf({ deltaY: 100, wheelDeltaY: -120, shiftKey: true })).toEqual({
      kind: 'pan',
      dx: -100,
      dy: 0,
    })
    expect(intentOf({ deltaX: 100, wheelDeltaY: 0, shiftKey: true }).kind).toBe('pan')
  })

  test('shift with a fine wheel pans sideways too, and two-way finger moves keep both directions', () => {
    expect(intentOf({ deltaY: 12.5, wheelDeltaY: -15, shiftKey: true })).toEqual({
      kind: 'pan',
      dx: -12.5,
      dy: 0,
    })
    expect(intentOf({ deltaX: 3, deltaY: 12, wheelDeltaY: -36, shiftKey: true })).toEqual({
      kind: 'pan',
      dx: -3,
      dy: -12,
    })
  })

  test('a fast pinch on a trackpad keeps its small steps until it rests', () => {
    const first = readWheel({ ...still, deltaY: 2, wheelDeltaY: -6 })
    const pinch = { ...still, deltaY: 120, wheelDeltaY: -240, timeStamp: 1100, ctrlKey: true }
    const factorOf = ({ intent }: ReturnType<typeof readWheel>) => intent.kind === 'zoom' && intent.factor
    expect(factorOf(readWheel(pinch, first.memory))).toBeCloseTo(0.301, 3)
    expect(factorOf(readWheel({ ...pinch, timeStamp: 2000 }, first.memory))).toBeCloseTo(0.806, 3)
  })
})
