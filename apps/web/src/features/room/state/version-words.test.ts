import { expect, test } from 'vitest'
import { versionWords } from './version-words.ts'

test('a number is not above the count of versions, of which some may be gone', () => {
  expect(versionWords(2, { versionCount: 3 })).toBe('Version 2 of 3')
  expect(versionWords(3, { versionCount: 2 })).toBe('Version 3')
})
