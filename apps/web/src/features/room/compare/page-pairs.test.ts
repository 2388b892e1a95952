import { expect, test } from 'vitest'
import { type PagePair, pairAt, pairChange, pairsInOrder } from './page-pairs.ts'

test('until pages are paired they follow in order, the rest has no other side', () => {
  expect(pairsInOrder(2, 3)).toEqual([
    [1, 1],
    [2, 2],
    [null, 3],
  ])
  expect(pairsInOrder(2, 1)).toEqual([
    [1, 1],
    [2, null],
  ])
})

const pairs: PagePair[] = [
  [1, 1],
  [2, null],
  [3, 2],
  [null, 3],
]

test('finds the pair of a page, and of a removed one', () => {
  expect(pairAt(pairs, 2, null)).toBe(2)
  expect(pairAt(pairs, 1, 2)).toBe(1)
  expect(pairAt(pairs, 9, null)).toBe(0)
})

test('says which pages are only on one side', () => {
  expect(pairs.map(pairChange)).toEqual([null, 'Removed', null, 'Inserted'])
})
