import { expect, test } from 'vitest'
import { cityOf, momentOf, wallOf } from './zones.ts'

const iso = (day: string, time: string, zone: string) => momentOf({ day, time }, zone)?.toISOString()

test('a time is the moment at which clocks there show it', () => {
  expect(iso('2027-01-15', '18:00', 'Europe/Berlin')).toBe('2027-01-15T17:00:00.000Z')
  expect(iso('2027-07-15', '18:00', 'Europe/Berlin')).toBe('2027-07-15T16:00:00.000Z')
  expect(iso('2027-07-15', '18:00', 'Asia/Kathmandu')).toBe('2027-07-15T12:15:00.000Z')
  expect(iso('2027-07-15', '00:30', 'Pacific/Auckland')).toBe('2027-07-14T12:30:00.000Z')
  expect(iso('2027-07-15', '23:30', 'Pacific/Honolulu')).toBe('2027-07-16T09:30:00.000Z')
})

test('where clocks change, a skipped hour counts on, and of a repeated one the first is meant', () => {
  expect(iso('2027-03-28', '02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(iso('2027-10-31', '02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
  expect(iso('2027-10-31', '03:00', 'Europe/Berlin')).toBe('2027-10-31T02:00:00.000Z')
  expect(iso('2027-11-07', '01:30', 'America/New_York')).toBe('2027-11-07T05:30:00.000Z')
})

test('an unfinished day or time is none', () => {
  expect(momentOf({ day: '', time: '18:00' }, 'UTC')).toBeNull()
  expect(momentOf({ day: '2027-03-01', time: '' }, 'UTC')).toBeNull()
})

test('what clocks of a zone show', () => {
  expect(wallOf(new Date('2027-01-01T23:30:00Z'), 'Europe/Berlin')).toEqual({
    day: '2027-01-02',
    time: '00:30',
  })
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(cityOf('UTC')).toBe('UTC')
})
