import { expect, test } from 'vitest'
import { insertedRows, runsInView } from './row-runs.ts'

/** A section of 100 px was inserted at 300 of a page of 1000. */
const rows = [
  [0, 0, 0.3],
  [0.3, 0.4, 0.6],
] as const
const page = { top: 0, height: 1000 }

test('rows below an inserted section are drawn where they are now', () => {
  expect(runsInView(rows, page, 800)).toEqual([
    { top: 0, bottom: 300, shift: 0 },
    { top: 400, bottom: 800, shift: expect.closeTo(100) },
  ])
  expect(insertedRows(runsInView(rows, page, 800), page, 800)).toEqual([{ top: 300, bottom: 400 }])
})

test('a view below the section sees nothing of it', () => {
  const below = { top: -500, height: 1000 }
  const runs = runsInView(rows, below, 400)
  expect(runs).toEqual([{ top: 0, bottom: 400, shift: expect.closeTo(100) }])
  expect(insertedRows(runs, below, 400)).toEqual([])
})

test('without rows all stays where it is, and nothing is inserted', () => {
  expect(runsInView(null, page, 800)).toEqual([{ top: 0, bottom: 800, shift: 0 }])
  expect(insertedRows(runsInView(null, page, 800), page, 800)).toEqual([])
})
