import { expect, test } from 'vitest'
import { blinkDelay, blinkMs, leastBlinkMs } from './blinks.ts'

test('never flashes more than three times a second, however fast a key is pressed', () => {
  expect(blinkDelay(null, 1_000)).toBe(0)
  expect(blinkDelay(1_000, 1_010)).toBeCloseTo(leastBlinkMs - 10)
  expect(blinkDelay(1_000, 1_400)).toBe(0)
  let [now, changes, last]: [number, number, number | null] = [0, 0, null]
  while (now < 1_000) {
    now += blinkDelay(last, now)
    last = now
    changes += 1
  }
  expect(changes / 2).toBeLessThanOrEqual(3.5)
  expect(2 * blinkMs).toBe(1_000)
})
