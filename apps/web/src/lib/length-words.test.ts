import { expect, test } from 'vitest'
import { lengthWords } from './length-words.ts'

test('shows a length from nine tenths on, and the excess', () => {
  expect(lengthWords(8_999, 10_000)).toBeNull()
  expect(lengthWords(9_000, 10_000)).toBe('9,000 of 10,000 characters')
  expect(lengthWords(10_000, 10_000)).toBe('10,000 of 10,000 characters')
  expect(lengthWords(10_001, 10_000)).toBe('1 character too many. At most 10,000 can be saved.')
  expect(lengthWords(12_500, 10_000)).toBe('2,500 characters too many. At most 10,000 can be saved.')
})
