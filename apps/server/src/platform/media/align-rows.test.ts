import { expect, test } from 'vitest'
import { alignRows, readRowSigns } from '#server/platform/media/align-rows'

const width = 8

/** One row for each letter; equal letters look alike. `.` is white. */
const signsOf = (rows: string) => {
  const data = new Uint8Array(rows.length * width * 4).fill(255)
  for (const [y, letter] of [...rows].entries()) {
    if (letter === '.') continue
    const code = letter.charCodeAt(0)
    for (let x = 0; x < width; x++)
      data.fill((code * (x + 3) * 37) % 251, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  return readRowSigns({ data, width, height: rows.length })
}
const aligned = (older: string, newer: string) =>
  alignRows(signsOf(older), signsOf(newer)).map(({ from, to, length }) => [from, to, length])

const head = 'abcdefghij'
const body = 'klmnopqrstuvwxyz'

test('equal pictures are one run', () => {
  expect(aligned(head, head)).toEqual([[0, 0, 10]])
  expect(aligned('a', 'a')).toEqual([[0, 0, 1]])
  expect(aligned('....', '....')).toEqual([[0, 0, 4]])
})

test('an inserted section shifts what follows', () => {
  expect(aligned(head + body, `${head}NEWPART${body}`)).toEqual([
    [0, 0, 10],
    [10, 17, 16],
  ])
})

test('a removed section is in no run', () => {
  expect(aligned(`${head}OLDPART${body}`, head + body)).toEqual([
    [0, 0, 10],
    [17, 10, 16],
  ])
})

test('rows that changed in place belong together', () => {
  expect(aligned(`${head}1234${body}`, `${head}5678${body}`)).toEqual([[0, 0, 30]])
  expect(aligned(head, body)).toEqual([[0, 0, 10]])
})

test('changed rows beside inserted ones belong to the side that looks more alike', () => {
  const before = `${head}1234${body}`
  expect(aligned(before, `${head}XNEW1234${body}`)).toEqual([
    [0, 0, 10],
    [10, 14, 20],
  ])
  expect(aligned(before, `${head}12Z4NEW${body}`)).toEqual([
    [0, 0, 14],
    [14, 17, 16],
  ])
})

test('a few blank rows that stand elsewhere by chance are no run', () => {
  const [before, after] = [`${head}12..34${body}`, `${head}..567NEW8..${body}`]
  for (const [from, to] of aligned(before, after)) expect([0, 5]).toContain((to ?? 0) - (from ?? 0))
})

test('pictures of other lengths without anything in common belong together from the top', () => {
  expect(aligned('aaaaaaaaaa', 'zzzz')).toEqual([[0, 0, 4]])
})

test('too many changes are not searched through: the common beginning and end remain', () => {
  const noise = (from: number) =>
    Array.from({ length: 4_000 }, (_, n) => String.fromCharCode(200 + from + (n % 97) * 2)).join('')
  const runs = aligned(head + noise(0) + body, `${head}NEW${noise(1)}${body}`)
  expect(runs[0]?.slice(0, 2)).toEqual([0, 0])
  expect(runs.at(-1)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  const [from = 0, to = 0, length = 0] = runs.at(-1) ?? []
  expect([from + length, to + length]).toEqual([4_026, 4_029])
})
