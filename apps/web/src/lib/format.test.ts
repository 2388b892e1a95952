import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatCount,
  formatDayName,
  formatDuration,
  formatRelativeTime,
  formatSize,
  formatStorage,
  formatTimeLeft,
  initialsOf,
} from './format.ts'

const now = Date.parse('2026-05-20T12:00:00.000Z')
const before = (milliseconds: number) => formatRelativeTime(new Date(now - milliseconds).toISOString(), now)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('a size', () => {
  test('below a kilobyte is shown in bytes', () => expect(formatSize(1_023)).toBe('1023 B'))
  test('below a megabyte has one decimal', () => expect(formatSize(1_536)).toBe('1.5 KB'))
  test('never shows four digits of kilobytes', () =>
    expect([1_023_948, 1_023_949, 1_048_576].map(formatSize)).toEqual(['999.9 KB', '0.98 MB', '1.00 MB']))
  test('from a megabyte on has two decimals', () => expect(formatSize(524_288_000)).toBe('500.00 MB'))
  test('of a plan is shown in gigabytes', () => expect(formatStorage(5 * 1_073_741_824)).toBe('5 GB'))
})

test('an age is a number and a short word', () => {
  const age = (milliseconds: number) => formatAge(new Date(now - milliseconds).toISOString(), now)
  expect([0, -hour, 59_999, 34 * minute, hour - 1, 5 * hour, 3 * day, 65 * day].map(age)).toEqual([
    'now',
    'now',
    'now',
    '34 min',
    '59 min',
    '5 h',
    '3 d',
    '2 mo',
  ])
  expect([360 * day, 364 * day, 800 * day].map(age)).toEqual(['1 y', '1 y', '2 y'])
})

describe('relative time', () => {
  test('is "just now" for a minute', () => expect(before(59_999)).toBe('just now'))
  test('counts minutes to 59', () => {
    expect(before(minute)).toBe('1 minute ago')
    expect(before(hour - 1)).toBe('59 minutes ago')
  })
  test('counts hours to 23', () => {
    expect(before(hour)).toBe('1 hour ago')
    expect(before(day - 1)).toBe('23 hours ago')
  })
  test('counts days to 29', () => {
    expect(before(day)).toBe('1 day ago')
    expect(before(30 * day - 1)).toBe('29 days ago')
  })
  test('counts months of 30 days to 11, then years', () => {
    expect(before(30 * day)).toBe('1 month ago')
    expect(before(359 * day)).toBe('11 months ago')
    expect(before(360 * day)).toBe('1 year ago')
    expect(before(730 * day)).toBe('2 years ago')
  })
  test('is never negative for a clock that runs behind', () => expect(before(-day)).toBe('just now'))
})

test('a count takes the plural unless it is one', () => {
  expect([0, 1, 1200].map((count) => formatCount(count, 'comment'))).toEqual([
    '0 comments',
    '1 comment',
    '1,200 comments',
  ])
})

test('initials are those of the first and the last word', () => {
  expect(['Ada Lovelace', 'Ada Lovelace (demo)', 'Ada', '  ', 'Émile van der Berg'].map(initialsOf)).toEqual([
    'AL',
    'AL',
    'A',
    '',
    'ÉB',
  ])
})

test('initials are letters of any script with their marks, never an emoji', () => {
  const names = [
    '🦊 fox',
    'Ada 🦊',
    'Ada 👩‍💻 Lovelace 🎉',
    '🎉Party',
    '🦊',
    '🇩🇪 👨‍👩‍👧‍👦',
    'e\u0301mile',
    'हिन्दी',
    '山田 太郎',
    '3D Studio',
    '@ada',
  ]
  expect(names.map(initialsOf)).toEqual(['F', 'A', 'AL', 'P', '', '', 'E\u0301', 'हि', '山太', '3S', 'A'])
})

test('formats a length as players do', () => {
  expect([0.2, 7, 65, 3723].map(formatDuration)).toEqual(['0:01', '0:07', '1:05', '1:02:03'])
})

test('names a day by how near it is, whatever the hour', () => {
  const now = new Date(2027, 0, 3, 0, 5)
  const nameOf = (...at: [number, number, number, number]) =>
    formatDayName(new Date(...at).toISOString(), now)
  expect(nameOf(2027, 0, 3, 0)).toBe('Today')
  expect(nameOf(2027, 0, 2, 23)).toBe('Yesterday')
  expect(nameOf(2027, 0, 1, 23)).toBe('1 January 2027')
})

test('gives the remaining time in whole days, hours or minutes', () => {
  const left = (milliseconds: number) => formatTimeLeft(new Date(now + milliseconds).toISOString(), now)
  expect([7 * day - minute, 36 * hour, 35 * hour, 90 * minute, 89 * minute, second, 0].map(left)).toEqual([
    'in 7 days',
    'in 2 days',
    'in 35 hours',
    'in 2 hours',
    'in 89 minutes',
    'in 1 minute',
    'over',
  ])
})
