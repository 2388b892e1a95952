import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

const numbers = Array.from({ length: 1_100 }, (_, n) => n)

/** Refuses whatever has `bad` in it. */
function things(bad = -1) {
  const there = new Set<number>()
  const step = async (some: readonly number[]) => {
    if (some.includes(bad)) throw new Error('Choose a folder.')
    for (const one of some) there.add(one)
    return async () => {
      for (const one of some) there.delete(one)
    }
  }
  return { there, step }
}

test('many go in steps of 500 in their order, and come back together', async () => {
  const { there, step } = things()
  const asked: number[] = []
  const undo = await inSteps(numbers, (some) => {
    asked.push(some.length)
    return step(some)
  })
  expect(asked).toEqual([500, 500, 100])
  expect([...there]).toEqual(numbers)
  await undo()
  expect(there.size).toBe(0)
})

test('where a later step is refused, those before it are taken back', async () => {
  const { there, step } = things(1_050)
  await expect(inSteps(numbers, step)).rejects.toThrow('Choose a folder.')
  expect(there.size).toBe(0)
})
