import { expect, test } from 'vitest'
import { stepMode } from './modes.ts'

test('modes follow each other in a circle', () => {
  expect(stepMode('SIDE', 1)).toBe('WIPE')
  expect(stepMode('SIDE', -1)).toBe('DIFFERENCE')
  expect(stepMode('DIFFERENCE', 1)).toBe('SIDE')
})
