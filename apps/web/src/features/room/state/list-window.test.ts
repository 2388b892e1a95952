import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexAtTop, segmentsOf, startFor } from './list-window.ts'

const words = (length: number, start: number, chosen = -1) =>
  segmentsOf(length, start, chosen).map(({ kind, from, to }) => `${kind} ${from}–${to}`)

describe('the mounted part of a list', () => {
  test('is all of a short list', () => {
    expect(words(400, 0)).toEqual(['cards 0–400'])
  })

  test('is part of a long list, with space for the others', () => {
    expect(words(1000, 0)).toEqual(['cards 0–100', 'space 100–1000'])
    expect(words(1000, 200)).toEqual(['space 0–200', 'cards 200–300', 'space 300–1000'])
    expect(words(1000, 950)).toEqual(['space 0–900', 'cards 900–1000'])
  })

  test('includes the selected comment, wherever it is', () => {
    expect(words(1000, 200, 7)).toEqual([
      'space 0–7',
      'cards 7–8',
      'space 8–200',
      'cards 200–300',
      'space 300–1000',
    ])
    expect(words(1000, 0, 999)).toEqual(['cards 0–100', 'space 100–999', 'cards 999–1000'])
    expect(words(1000, 0, 100)).toEqual(['cards 0–100', 'cards 100–101', 'space 101–1000'])
  })

  test('names every comment once, in order', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), fc.integer({ min: -1, max: 3000 }), (length, start, chosen) => {
        const segments = segmentsOf(length, start, Math.min(chosen, length - 1))
        const named = segments.flatMap(({ from, to }) =>
          Array.from({ length: to - from }, (_, i) => from + i),
        )
        expect(named).toEqual(Array.from({ length }, (_, i) => i))
      }),
    )
  })
})

test('has cards before and after the visible one', () => {
  expect(startFor(0, 1000)).toBe(0)
  expect(startFor(450, 1000)).toBe(420)
  expect(startFor(999, 1000)).toBe(900)
})

test('a space yields the comment at the top, wherever it is', () => {
  const view = { top: 100, bottom: 600 }
  expect(indexAtTop(view, { top: -900, bottom: 9100, from: 300, to: 400 })).toBe(310)
  expect(indexAtTop(view, { top: 600, bottom: 10_600, from: 300, to: 400 })).toBe(295)
  expect(indexAtTop(view, { top: -9900, bottom: -400, from: 0, to: 95 })).toBe(100)
})
