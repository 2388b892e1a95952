import { expect, test } from 'vitest'
import { reactorsInWords } from './reaction-kinds.ts'

const people = ['Ada', 'Ben', 'Cleo'].map((name) => ({ _id: name, name }))
const heart = { kind: 'HEART' as const, people, count: 3, isMine: false }

test('names people who reacted, the user first, and counts the rest', () => {
  expect(reactorsInWords({ ...heart, people: people.slice(0, 1), count: 1 }, null)).toBe('Ada')
  expect(reactorsInWords(heart, null)).toBe('Ada, Ben and Cleo')
  expect(reactorsInWords({ ...heart, count: 9 }, 'Zoe')).toBe('Ada, Ben, Cleo and 6 more')
  expect(reactorsInWords({ ...heart, isMine: true }, 'Ben')).toBe('You, Ada and Cleo')
  // The user's own is not stored yet, or came after the named ones.
  expect(reactorsInWords({ ...heart, people: [], count: 1, isMine: true }, null)).toBe('You')
  expect(reactorsInWords({ ...heart, count: 5, isMine: true }, 'Zoe')).toBe('You, Ada, Ben, Cleo and 1 more')
  // Removed, but still among the named ones.
  expect(reactorsInWords({ ...heart, count: 2 }, 'Ben')).toBe('Ada and Cleo')
})
