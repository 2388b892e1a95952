import { expect, test } from 'vitest'
import { inTurn, inTurnOfEach } from './run-in-turn.ts'

test('runs so many at once, and the others in order as soon as one is done or has failed', async () => {
  const run = inTurn(2)
  const begun: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const works = ends.map(({ promise }, index) =>
    run(() => {
      begun.push(index)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('no'))
  await expect(works[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  ends[2]?.resolve()
  await works[2]
  expect(begun).toEqual([0, 1, 2, 3])
  for (const { resolve } of ends) resolve()
  await Promise.all([works[0], works[3]])
})

test('each name takes turns by itself', async () => {
  const run = inTurnOfEach(1)
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const begin = (name: string) => () => {
    begun.push(name)
    return name === 'Ada' ? first.promise : Promise.resolve()
  }
  const works = ['Ada', 'Ada', 'Bo'].map((name) => run(name, begin(name)))
  await works[2]
  expect(begun).toEqual(['Ada', 'Bo'])
  first.resolve()
  await Promise.all(works)
  expect(begun).toEqual(['Ada', 'Bo', 'Ada'])
})
