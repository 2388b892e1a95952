import { expect, test } from 'vitest'
import { oldestOf } from '#web/lib/oldest-kept'
import { isAcceptedMime, readBytes, readHead, toDataUrl } from './data-url.ts'
import { timeOf } from './device-pages.ts'
import { freeName, parseComments, parseReviews } from './offline-form.ts'

const pixel = 'data:image/png;base64,iVBORw0KGgo='

test('reads entries in the pure form of the specification, and distinguishes them by name', () => {
  const text = JSON.stringify([
    { name: 'Poster', images: [pixel] },
    { name: 'Poster', images: [] },
    { name: ' ', images: [] },
    { images: [pixel] },
    { name: 'Flyer', images: 'none' },
    null,
  ])
  const { read, raw, isBroken } = parseReviews(text)
  expect(isBroken).toBe(false)
  expect(raw).toHaveLength(6)
  expect(read.map((one) => one?.name ?? null)).toEqual(['Poster', 'Poster (2)', null, null, null, null])
  expect(read[0]).toMatchObject({ images: [pixel], owner: null, createdAt: null })
  expect(parseReviews(text).read[0]?._id).toBe(read[0]?._id)
})

test('distinguishes ten thousand entries of one name and ten thousand comments', () => {
  const entries = Array.from({ length: 10_000 }, (_, n) =>
    n === 5 ? { name: 'Poster (3)', images: [] } : { name: 'Poster', images: [] },
  )
  const reviews = parseReviews(JSON.stringify(entries)).read
  expect(new Set(reviews.map((one) => one?.name)).size).toBe(10_000)
  expect(new Set(reviews.map((one) => one?._id)).size).toBe(10_000)
  expect(reviews.slice(0, 8).map((one) => one?.name)).toEqual(
    ['', ' (2)', ' (3)', ' (4)', ' (5)', ' (3) (2)', ' (6)', ' (7)'].map((end) => `Poster${end}`),
  )
  const written = Array.from({ length: 10_000 }, (_, n) => ({
    message: `Comment ${n}`,
    marker: { x: 0, y: 0 },
  }))
  const comments = parseComments(JSON.stringify(written), 'review').read
  expect(new Set(comments.map((one) => one?._id)).size).toBe(10_000)
})

test('anything but a list is broken, and a missing one is empty', () => {
  for (const text of ['{', '{}', '7', '"x"', 'null']) expect(parseReviews(text).isBroken).toBe(true)
  expect(parseReviews(null)).toEqual({ raw: [], read: [], isBroken: false })
})

test('comments keep their replies; a place outside the design is reported', () => {
  const reply = { _id: 'r1', message: 'Yes', files: [], mentions: [] }
  const of = (more: object) => ({ _id: 'c1', type: 'MARKED', message: 'Darker', ...more })
  const { read } = parseComments(
    JSON.stringify([
      of({ marker: { x: 0.5, y: 0.5 }, replies: [reply], file: 2, createdAt: '2020-01-01' }),
      of({ marker: { x: 7, y: 0.5 } }),
      of({ type: 'GENERAL' }),
      of({ marker: { x: 0.9, y: 0, width: 0.5 } }),
      { _id: 'c2', message: ' ', files: [] },
    ]),
    'review',
  )
  expect(read.map((one) => one && [one.type, one.isLost, one.file])).toEqual([
    ['MARKED', false, 2],
    ['MARKED', true, 0],
    ['GENERAL', false, 0],
    ['MARKED', true, 0],
    null,
  ])
  expect(read[0]?.marker).toEqual({ page: 1, shape: 'POINT', x: 0.5, y: 0.5 })
  expect(read[0]?.replies).toMatchObject([{ _id: 'r1', message: 'Yes' }])
  expect(read[0]?.createdAt).toBe('2020-01-01T00:00:00.000Z')
})

test('numbers a name that is taken', () => {
  expect(freeName('A', new Set())).toBe('A')
  expect(freeName('A', new Set(['A', 'A (2)']))).toBe('A (3)')
})

test('a data URL keeps bytes, name and size; anything else is refused', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256)
  const about = { mime: 'image/png', name: 'Größe; 1,5.png', width: 3, height: 4 }
  const url = toDataUrl(bytes, about)
  expect(readHead(url)).toEqual(about)
  expect(readBytes(url)).toEqual(bytes)
  for (const none of ['data:image/png;base64iVBO', 'data:image/png,abc', 'https://example.com/a.png', ''])
    expect(readHead(none)).toBeNull()
  for (const none of ['data:image/png;base64,a', 'data:image/png;base64,%%%%'])
    expect(readBytes(none)).toBeNull()
  expect(readBytes('data:image/png;base64,')).toHaveLength(0)
  expect(isAcceptedMime('text/html', 'REVIEW')).toBe(false)
})

test('creation times are never in the future, whatever the clock said then', () => {
  const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString()
  const aYearAgo = new Date(Date.now() - 365 * 24 * 3_600_000).toISOString()
  expect(Date.parse(timeOf(inAYear))).toBeLessThanOrEqual(Date.now())
  expect(timeOf(aYearAgo)).toBe(aYearAgo)
  const kept = [
    { key: 'ahead', at: Date.parse(inAYear) },
    { key: 'now', at: Date.now() },
    { key: 'old', at: Date.parse(aYearAgo) },
  ]
  expect(oldestOf(kept, 2, Date.now())).toEqual(['ahead', 'old'])
})
