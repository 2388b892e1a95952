import { expect, test } from 'vitest'
import { colorMatrices, nextSeenAs, type SeenAs, seenAs } from './seen-as.ts'

test('white and greys stay the same in every view', () => {
  for (const rows of Object.values(colorMatrices))
    for (const row of rows) expect(row.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 5)
})

test('red and green of the same lightness merge without green, but not without blue', () => {
  const shown = (as: SeenAs, color: readonly number[]) =>
    (colorMatrices[as] ?? []).map((row) => row.reduce((sum, part, n) => sum + part * (color[n] ?? 0), 0))
  const apart = (as: SeenAs) => {
    const [red, green] = [shown(as, [0.46, 0.1, 0.02]), shown(as, [0.16, 0.23, 0.02])]
    return Math.hypot(...red.map((part, n) => part - (green[n] ?? 0)))
  }
  expect(apart('DEUTAN')).toBeLessThan(0.05)
  expect(apart('TRITAN')).toBeGreaterThan(0.2)
})

test('one key cycles through all of them', () => {
  expect(seenAs.map(nextSeenAs)).toEqual([...seenAs.slice(1), 'ALL'])
})
