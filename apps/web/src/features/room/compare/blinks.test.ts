import { expect, test } from 'vitest'
import { blinkDelay, blinkMs, leastBlinkMs } from './blinks.ts'

test('never flashes more than three times a second, however fast a key is pressed', () => {
  expect(blinkDelay(null, 1_000)).toBe(0)
  expect(blinkDelay(1_000, 1_010)).toBeCloseTo(leastBlinkMs - 10)
  expect(blinkDelay(1_000, 1_400)).toBe(0)
  const changes = [0]
  for (let now = 0; changes.length <= 6; now += blinkDelay(now, now)) if (now > 0) changes.push(now)
  // Six changes are three flashes: the next one waits for the second to end.
  expect(changes[6]).toBeGreaterThanOrEqual(999)
  expect(2 * blinkMs).toBe(1_000)
})
