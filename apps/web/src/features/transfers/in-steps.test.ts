import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

const numbers = Array.from({ length: 1_100 }, (_, n) => n)

/** Refuses batches that contain `bad`. */
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

test('sends many in steps of 500, in order, and undoes them together', async () => {
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

test('undoes earlier steps when a later one is refused', async () => {
  const { there, step } = things(1_050)
  await expect(inSteps(numbers, step)).rejects.toThrow('Choose a folder.')
  expect(there.size).toBe(0)
})
