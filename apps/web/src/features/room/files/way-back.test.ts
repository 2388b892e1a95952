import { moveBefore } from '@wingmark/contract/file-order'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const order = ['a', 'b', 'c', 'd', 'e', 'f']

test('wherever files were moved, the way back leads to the order before', () => {
  fc.assert(
    fc.property(fc.subarray(order), fc.option(fc.constantFrom(...order)), (moved, before) => {
      const there = moveBefore(order, moved, before)
      const back = wayBack(order, moved).reduce<string[]>(
        (now, move) => moveBefore(now, move.files, move.before),
        there,
      )
      expect(back).toEqual(order)
    }),
  )
})

test('neighbours go back in one move, and what others added meanwhile stays', () => {
  expect(wayBack(order, ['a', 'b', 'f'])).toEqual([
    { files: ['a', 'b'], before: 'c' },
    { files: ['f'], before: null },
  ])
})
