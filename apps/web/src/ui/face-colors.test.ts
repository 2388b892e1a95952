import { pickColor } from '@wingmark/contract/person-colors'
import { expect, test } from 'vitest'
import { readFaceColor, rememberFaceColor } from '../lib/face-color-cache.ts'

test('an id always has the same one of four colours, and all four are used', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `019a0000-0000-7000-8000-${index}`)
  const colors = ids.map(pickColor)
  expect(colors).toEqual(ids.map(pickColor))
  for (const color of [0, 1, 2, 3]) expect(colors.filter((one) => one === color).length).toBeGreaterThan(20)
  expect(Math.max(...colors)).toBe(3)
})

test('remembers a colour for 24 hours', () => {
  const at = Date.UTC(2026, 0, 1)
  rememberFaceColor('someone', 2, at)
  expect(readFaceColor('someone', at + 24 * 60 * 60_000 - 1)).toBe(2)
  expect(readFaceColor('someone', at + 24 * 60 * 60_000)).toBeNull()
  expect(readFaceColor('somebody else', at)).toBeNull()
})
