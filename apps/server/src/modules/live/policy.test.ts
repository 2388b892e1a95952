import { expect, test } from 'vitest'
import { mostStreamsOfAddress, streamsMax } from '#server/modules/live/policy'

test('a large office may watch, and five greedy addresses leave more than a quarter to others', () => {
  expect(mostStreamsOfAddress(0)).toBe(1_000)
  let held = 0
  for (let address = 0; address < 5; address++) held += mostStreamsOfAddress(held)
  expect(streamsMax - held).toBeGreaterThan(streamsMax / 4)
  expect(mostStreamsOfAddress(held)).toBeGreaterThan(300)
})

test('twenty-five greedy addresses still leave room for a person', () => {
  let held = 0
  for (let address = 0; address < 25; address++) held += mostStreamsOfAddress(held)
  expect(held).toBeLessThan(streamsMax)
  expect(mostStreamsOfAddress(held)).toBeGreaterThanOrEqual(8)
})
