import { expect, test } from 'vitest'
import { findQuoted, type PageText } from './find-quote.ts'

/** Each letter a hundredth of the page wide, each line two hundredths high. */
function pageOf(lines: readonly string[]): PageText {
  const letters = lines.map((line) => `${line} `).join('')
  const places = lines.flatMap((line, row) =>
    Array.from(`${line} `, (_, at) => ({ x: at / 100, y: row / 50 })),
  )
  return {
    letters,
    xs: Float64Array.from(places, ({ x }) => x),
    ys: Float64Array.from(places, ({ y }) => y),
  }
}

const lines = [
  'the harbour opens in spring and closes in late autumn',
  'lanterns of copper hang above the quiet northern garden',
  'a studio paints signals on canvas for every morning market',
]
const older = pageOf(lines)
const pin = { x: 0.2, y: 1 / 50 }

test('words that stand elsewhere on the newer page are found there', () => {
  const newer = pageOf([lines[2] ?? '', '', lines[0] ?? '', '', '', lines[1] ?? ''])
  expect(findQuoted(older, newer, pin)?.to).toEqual({ x: 0.2, y: 5 / 50 })
})

test('a word put in before them moves them, and a changed letter is forgiven', () => {
  const changed = 'lanterns of copper hang above the qu1et northern garden'
  const newer = pageOf([lines[0] ?? '', `old ${changed}`, lines[2] ?? ''])
  expect(findQuoted(older, newer, pin)?.to.x).toBeCloseTo(0.24, 5)
})

test('words that occur twice, or no longer, say nothing', () => {
  const [first = '', second = '', third = ''] = lines
  expect(findQuoted(older, pageOf([first, second, third, first, second, third]), pin)).toBeNull()
  expect(
    findQuoted(older, pageOf(['nothing of this stands here at all, it was written again']), pin),
  ).toBeNull()
})

test('a pin far from any word quotes nothing', () => {
  expect(findQuoted(older, older, { x: 0.9, y: 0.9 })).toBeNull()
  expect(findQuoted(pageOf([]), older, pin)).toBeNull()
})
