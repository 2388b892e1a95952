import { expect, test } from 'vitest'
import { findDuplicates } from './duplicates.ts'

const said = (_id: string, message: string, x: number, y = 0.5, page = 1) => ({
  _id,
  message,
  file: 'poster',
  marker: { page, x, y, shape: 'POINT' as const },
})
const pairs = (...comments: ReturnType<typeof said>[]) =>
  [...findDuplicates(comments)].map(([id, others]) => [id, ...others].join(' '))

test('the same words are duplicates anywhere', () => {
  expect(
    pairs(said('a', 'Please make the logo bigger here', 0.1), said('b', 'Make the logo bigger!', 0.9)),
  ).toEqual(['a b', 'b a'])
})

test('half of the words are enough at one place, but not at two', () => {
  const [one, other] = ['The headline is too small to read', 'Could the headline be larger, it is small?']
  expect(pairs(said('a', one, 0.3), said('b', other, 0.32))).toEqual(['a b', 'b a'])
  expect(pairs(said('a', one, 0.3), said('b', other, 0.8))).toEqual([])
  expect(pairs(said('a', one, 0.3), said('b', other, 0.3, 0.5, 2))).toEqual([])
})

test('different wishes at one place are no duplicates', () => {
  expect(pairs(said('a', 'Wrong date', 0.3), said('b', 'The colour of the sky is off', 0.31))).toEqual([])
  expect(pairs(said('a', 'Nice', 0.1), said('b', 'Nice', 0.9))).toEqual([])
})

const things =
  'logo headline date price photo footer button map caption arrow border icon quote table number sponsor shadow address deadline stripe'.split(
    ' ',
  )
const wishes: [string, string][] = [
  ['The % should be larger', 'Make the % larger please'],
  ['Move the % to the left side', 'The % belongs on the left side'],
]

test('finds most of forty planted pairs in two hundred comments, and little else', () => {
  const planted = things.flatMap((thing, n) =>
    wishes.map(([one, other], which): [string, string, number] => [
      one.replace('%', thing),
      other.replace('%', thing),
      n * 2 + which,
    ]),
  )
  const verbs = ['Check', 'Replace', 'Question about', 'Credit missing for', 'Legal wants', 'Translate']
  const comments = [
    ...planted.flatMap(([one, other, n]) => [
      said(`p${n}a`, one, (n % 8) / 8, Math.floor(n / 8) / 6),
      said(`p${n}b`, other, (n % 8) / 8 + 0.01, Math.floor(n / 8) / 6),
    ]),
    ...Array.from({ length: 120 }, (_, n) =>
      said(
        `s${n}`,
        `${verbs[n % 6]} ${things[(n * 7) % 20]} version ${n}`,
        ((n * 37) % 100) / 100,
        ((n * 61) % 100) / 100,
        2,
      ),
    ),
  ]
  const found = [...findDuplicates(comments)].flatMap(([id, others]) => others.map((other) => [id, other]))
  const right = found.filter(
    ([one = '', other = '']) => one.startsWith('p') && one.slice(0, -1) === other.slice(0, -1),
  )
  expect(right.length / 80).toBeGreaterThanOrEqual(0.8)
  expect(right.length / found.length).toBeGreaterThanOrEqual(0.9)
})
