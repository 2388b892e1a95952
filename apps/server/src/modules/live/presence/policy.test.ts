import { expect, test } from 'vitest'
import { giveColors } from '#server/modules/live/presence/policy'

const nobody = { before: {}, others: {} }

test('who has written has theirs, who watches one that nobody here and no writer has', () => {
  const writers = ['anna', 'ben']
  expect(giveColors(['cleo', 'ben', 'dora'], { ...nobody, writers })).toEqual({ ben: 1, cleo: 2, dora: 3 })
})

test('who watches keeps theirs, unless somebody has come who had it before', () => {
  const writers = ['anna', 'ben']
  expect(giveColors(['cleo', 'ben'], { writers, before: { cleo: 4 }, others: {} })).toEqual({
    ben: 1,
    cleo: 4,
  })
  expect(
    giveColors(['cleo'], {
      writers: [...writers, 'eve', 'finn', 'eve2'],
      before: { cleo: 4 },
      others: { eve2: 4 },
    }),
  ).toEqual({ cleo: 5 })
})

test('two processes give no colour twice', () => {
  expect(giveColors(['cleo'], { writers: [], before: {}, others: { dora: 0, emil: 1 } })).toEqual({ cleo: 2 })
})

test('where two processes have given the same at once, one of the two changes', () => {
  expect(giveColors(['cleo'], { writers: [], before: { cleo: 0 }, others: { dora: 0 } })).toEqual({ cleo: 0 })
  expect(giveColors(['dora'], { writers: [], before: { dora: 0 }, others: { cleo: 0 } })).toEqual({ dora: 1 })
})

test('after eight writers the id decides, as in what they write', () => {
  const writers = Array.from({ length: 8 }, (_, n) => `writer ${n}`)
  expect(giveColors(['writer 7', '01a2-b'], { ...nobody, writers })).toEqual({ 'writer 7': 7, '01a2-b': 3 })
})
