import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markChanged } from './changed-pixels.ts'

const grey: Record<string, number> = { '.': 255, '#': 0, '-': 128, ',': 250 }

/** A picture of lines of letters: `.` white, `,` almost white, `-` grey, `#` black. */
const picture = (...lines: string[]) =>
  Uint8Array.from([...lines.join('')].flatMap((letter) => [...Array(3).fill(grey[letter]), 255]))

function changed(older: string[], newer: string[], tolerance?: number): string[] {
  const [width, height] = [older[0]?.length ?? 0, older.length]
  const marked = new Uint8Array(width * height).fill(9)
  const pair = { older: picture(...older), newer: picture(...newer), width, height }
  const count = markChanged(tolerance === undefined ? pair : { ...pair, tolerance }, marked)
  expect(marked.filter((one) => one === 1)).toHaveLength(count)
  return older.map((_, y) => [...marked.subarray(y * width, (y + 1) * width)].join(''))
}

test('equal pictures and colours within the tolerance have no changes', () => {
  expect(changed(['.#.'], ['.#.'])).toEqual(['000'])
  expect(changed(['...'], ['.,.'])).toEqual(['000'])
  expect(changed(['...'], ['.,.'], 3)).toEqual(['010'])
})

test('a pixel changed if one of its channels differs by more than the tolerance', () => {
  const pixel = fc.uint8Array({ minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(pixel, pixel, fc.nat({ max: 255 }), (older, newer, tolerance) => {
      const isChanged = older.some((channel, at) => Math.abs(channel - (newer[at] ?? 0)) > tolerance)
      const count = markChanged({ older, newer, width: 1, height: 1, tolerance }, new Uint8Array(1))
      expect(count).toBe(isChanged ? 1 : 0)
    }),
  )
})

test('what appears, disappears or gets another colour is marked', () => {
  expect(changed(['.....', '.....', '.....'], ['.....', '..#..', '.....'])).toEqual([
    '00000',
    '00100',
    '00000',
  ])
  expect(changed(['.....', '..#..', '.....'], ['.....', '.....', '.....'])).toEqual([
    '00000',
    '00100',
    '00000',
  ])
  expect(changed(['####', '####'], ['----', '----'])).toEqual(['1111', '1111'])
})

test('an edge that moves within a pixel is antialiasing, if the tile stays as light', () => {
  expect(changed(['..-#-..', '..-#-..'], ['..#-...', '..#-...'])).toEqual(['0000000', '0000000'])
  expect(changed(['.#....', '.#....'], ['..#...', '..#...'])).toEqual(['000000', '000000'])
})

test('a line that gets bolder is no antialiasing', () => {
  expect(changed(['.#...', '.#...'], ['.##..', '.##..'])).toEqual(['00100', '00100'])
})

test('what moves by more than a pixel is marked where it was and where it is', () => {
  expect(changed(['#......', '#......'], ['....#..', '....#..'])).toEqual(['1000100', '1000100'])
})

test('each tile is judged by itself', () => {
  const white = '.'.repeat(40)
  const row = (at: number, ...letters: string[]) =>
    white.slice(0, at) + letters.join('') + white.slice(at + letters.length)
  const older = [row(35, '#'), row(35, '#')]
  const newer = [row(34, '#'), row(34, '#')].map((line) => `${line.slice(0, 2)}##${line.slice(4)}`)
  const marks = changed(older, newer)
  expect(marks).toEqual(Array(2).fill(`0011${'0'.repeat(36)}`))
})

test('a part of a larger picture can be compared', () => {
  const rows = picture('...', '.#.', '...')
  const marked = new Uint8Array(6)
  const pair = { older: rows.subarray(12), newer: rows.subarray(0, 24), width: 3, height: 2 }
  expect(markChanged(pair, marked)).toBe(0)
  expect(
    markChanged({ ...pair, older: rows.subarray(0, 12), newer: rows.subarray(12, 24), height: 1 }, marked),
  ).toBe(1)
})
