import { moveBefore } from '@wingmark/contract/file-order'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const order = ['a', 'b', 'c', 'd', 'e', 'f']

test('restores the former order, wherever files were moved', () => {
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

test('neighbours move back together, and files added meanwhile stay', () => {
  expect(wayBack(order, ['a', 'b', 'f'])).toEqual([
    { files: ['a', 'b'], before: 'c' },
    { files: ['f'], before: null },
  ])
})
