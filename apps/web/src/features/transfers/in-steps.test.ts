import { expect, test } from 'vitest'
import { partsOf } from './changes/transfer-changes.ts'
import { inSteps } from './in-steps.ts'

const ids = Array.from({ length: 1_100 }, (_, n) => `${n}`)
const steps = () => partsOf({ kind: 'remove', ids, deletion: 'd' })

/** Refuses steps that contain `bad`. */
function things(bad = '') {
  const there = new Set<string>()
  const take = async (step: object) => {
    const some = 'ids' in step ? (step.ids as string[]) : []
    if (some.includes(bad)) throw new Error('Choose a folder.')
    for (const one of some) there.add(one)
    return async () => some.forEach((one) => there.delete(one))
  }
  return { there, take }
}

test('sends many in steps of 500, in order, each a deletion of its own, and undoes them together', async () => {
  const { there, take } = things()
  const undo = await inSteps(steps(), take)
  expect(steps().map((step) => 'ids' in step && step.ids.length)).toEqual([500, 500, 100])
  expect(new Set(steps().map((step) => 'deletion' in step && step.deletion)).size).toBe(3)
  expect([...there]).toEqual(ids)
  await undo()
  expect(there.size).toBe(0)
})

test('undoes earlier steps when a later one is refused', async () => {
  const { there, take } = things('1050')
  await expect(inSteps(steps(), take)).rejects.toThrow('Choose a folder.')
  expect(there.size).toBe(0)
})
