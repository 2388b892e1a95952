import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveBefore } from './file-order.ts'

test('one goes earlier, later, and to the end', () => {
  expect(moveBefore(['a', 'b', 'c'], ['c'], 'a')).toEqual(['c', 'a', 'b'])
  expect(moveBefore(['a', 'b', 'c'], ['a'], 'c')).toEqual(['b', 'a', 'c'])
  expect(moveBefore(['a', 'b', 'c'], ['a'], null)).toEqual(['b', 'c', 'a'])
})

test('moves several together in their order', () => {
  expect(moveBefore(['a', 'b', 'c', 'd'], ['d', 'a'], 'c')).toEqual(['b', 'a', 'd', 'c'])
})

test('a target that moves too stands for the next one that stays', () => {
  expect(moveBefore(['a', 'b', 'c', 'd'], ['b', 'c'], 'c')).toEqual(['a', 'b', 'c', 'd'])
  expect(moveBefore(['a', 'b'], ['a', 'b'], 'a')).toEqual(['a', 'b'])
})

test('after any move every file occurs once, and those that stay keep their order', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  fc.assert(
    fc.property(fc.subarray(ids), fc.option(fc.constantFrom(...ids)), (moving, before) => {
      const after = moveBefore(ids, moving, before)
      expect(after.toSorted()).toEqual(ids)
      expect(after.filter((id) => !moving.includes(id))).toEqual(ids.filter((id) => !moving.includes(id)))
    }),
  )
})
