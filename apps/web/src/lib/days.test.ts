import { expect, test } from 'vitest'
import { formatDueDay, localDay, untilWords } from './days.ts'

test.each([
  ['2027-03-01', 'today', false],
  ['2027-03-02', 'tomorrow', false],
  ['2027-03-05', 'Friday', false],
  ['2027-03-07', 'Sunday', false],
  ['2027-03-08', '8 Mar', false],
  ['2028-01-01', '1 Jan 2028', false],
  ['2027-02-28', '28 Feb', true],
  ['2026-12-31', '31 Dec 2026', true],
])('on Monday, 1 March 2027, %s is %s', (day, words, isOver) => {
  expect(untilWords(day, '2027-03-01')).toEqual({ words, isOver })
})

test('a day is the same across clock changes, until the reader’s midnight', () => {
  expect(formatDueDay('2027-03-28', '2027-03-01')).toBe('28 Mar')
  expect(untilWords('2027-03-29', '2027-03-27').words).toBe('Monday')
  expect(untilWords('2027-11-01', '2027-10-30').words).toBe('Monday')
  expect(localDay(new Date(2027, 2, 28, 23, 59))).toBe('2027-03-28')
  expect(localDay(new Date(2027, 2, 28))).toBe('2027-03-28')
})
