import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshRanks, longestRank, type Placed, placeIn } from '#server/modules/workspaces/tasks/policy'

const byRank = (one: Placed, other: Placed) => (one.rank < other.rank ? -1 : 1)
const column = (count: number): Placed[] => freshRanks(count).map((rank, n) => ({ id: `${n}`, rank }))

test('a task stands below the one it was laid after, at the top with null, at the end after nobody known', () => {
  const tasks = column(5)
  const idsWith = (after: string | null | undefined) =>
    [...tasks, { id: 'new', rank: placeIn(tasks, after).rank }].toSorted(byRank).map(({ id }) => id)
  expect(idsWith('1')).toEqual(['0', '1', 'new', '2', '3', '4'])
  expect(idsWith(null)).toEqual(['new', '0', '1', '2', '3', '4'])
  expect(idsWith(undefined)).toEqual(['0', '1', '2', '3', '4', 'new'])
  expect(idsWith('gone')).toEqual(['0', '1', '2', '3', '4', 'new'])
  expect(placeIn([], 'gone').rank).not.toBe('')
})

test('however tasks are moved about, the order by rank is the order that was meant', () => {
  const move = fc.record({ which: fc.nat(9), after: fc.option(fc.nat(9)) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let tasks = column(10)
      for (const { which, after } of moves) {
        const others = tasks.filter(({ id }) => id !== `${which}`)
        const { rank, at } = placeIn(others, after === null ? null : `${after}`)
        tasks = others.toSpliced(at, 0, { id: `${which}`, rank })
        expect(tasks.toSorted(byRank)).toEqual(tasks)
      }
    }),
    { numRuns: 60 },
  )
})

test('thousands of moves into one gap make ranks long, and fresh ones are short', () => {
  let [low, high] = column(2)
  if (!low || !high) throw new Error('two tasks are there')
  for (let n = 0; n < 400; n++) {
    const { rank } = placeIn([low, high], low.id)
    if (n % 2) low = { id: low.id, rank }
    else high = { id: high.id, rank }
  }
  expect(low.rank.length).toBeGreaterThan(longestRank)
  expect(Math.max(...freshRanks(20_000).map(({ length }) => length))).toBeLessThan(6)
})
