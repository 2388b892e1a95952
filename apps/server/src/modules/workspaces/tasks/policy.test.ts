import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshRanks, type Placed, rankBetween } from '#server/modules/workspaces/tasks/policy'

const byRank = (one: Placed, other: Placed) => (one.rank < other.rank ? -1 : 1)
const column = (count: number): Placed[] => freshRanks(count).map((rank, n) => ({ id: `${n}`, rank }))

test('a rank lies between its neighbours’, before the first and after the last', () => {
  const [one, other] = column(2)
  if (!one || !other) throw new Error('two tasks are there')
  const order = [
    rankBetween(null, one),
    one.rank,
    rankBetween(one, other),
    other.rank,
    rankBetween(other, null),
  ]
  expect(order.toSorted()).toEqual(order)
  expect(new Set(order).size).toBe(5)
  expect(rankBetween(null, null)).not.toBe('')
  // Between colliding ranks there is no room.
  expect(rankBetween(one, { id: 'z', rank: one.rank })).toBeNull()
})

test('after any moves, the order by rank is the intended order', () => {
  const move = fc.record({ which: fc.nat(9), after: fc.option(fc.nat(9)) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let tasks = column(10)
      for (const { which, after } of moves) {
        const others = tasks.filter(({ id }) => id !== `${which}`)
        const above = others.findIndex(({ id }) => id === `${after}`)
        const at = after === null ? 0 : above === -1 ? others.length : above + 1
        const rank = rankBetween(others[at - 1] ?? null, others[at] ?? null) ?? 'none'
        tasks = others.toSpliced(at, 0, { id: `${which}`, rank })
        expect(tasks.toSorted(byRank)).toEqual(tasks)
      }
    }),
    { numRuns: 60 },
  )
})

test('hundreds of moves into one gap make long ranks, and fresh ones are short', () => {
  let [low, high] = column(2)
  if (!low || !high) throw new Error('two tasks are there')
  let moves = 0
  for (; moves < 400; moves++) {
    const rank = rankBetween(low, high)
    if (rank === null) break
    expect(rank.length).toBeLessThanOrEqual(40)
    if (moves % 2) low = { id: low.id, rank }
    else high = { id: high.id, rank }
  }
  expect(moves).toBeGreaterThan(50)
  expect(moves).toBeLessThan(400)
  expect(Math.max(...freshRanks(20_000).map(({ length }) => length))).toBeLessThan(6)
})
