import { expect, test } from 'vitest'
import { usageState } from './usage-bar.tsx'

test('warns from 80 % on, and reports the limit at 100 %', () => {
  const states = [0, 79, 80, 99, 100, 101].map((used) => usageState(used, 100))
  expect(states).toEqual(['free', 'free', 'nearly', 'nearly', 'full', 'full'])
  expect(usageState(0, 0)).toBe('full')
})
