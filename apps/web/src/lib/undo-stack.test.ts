import { expect, test } from 'vitest'
import { createUndoStack } from './undo-stack.ts'

const begin = (most?: number) => {
  const taken: string[] = []
  const stack = createUndoStack<{ name: string; takeBack: () => unknown; isDone: boolean }>(most)
  const offer = (name: string, answers: unknown[] = [], isDone = true) => {
    const takeBack = () => {
      taken.push(name)
      return answers.shift()
    }
    stack.add({ name, takeBack, isDone })
  }
  const press = async () => {
    const last = stack.offers.at(-1)
    if (last) await stack.takeBack(last)
  }
  return { taken, stack, offer, press }
}

test('undoes everything one by one, latest first', async () => {
  const { taken, offer, press } = begin()
  for (const name of ['a', 'b', 'c']) offer(name)
  for (let n = 0; n < 4; n++) await press()
  expect(taken).toEqual(['c', 'b', 'a'])
})

test('a failed undo can be tried again', async () => {
  const { taken, stack, offer, press } = begin()
  offer('a')
  offer('b', [Promise.resolve(false), Promise.resolve(true)])
  for (let n = 0; n < 3; n++) await press()
  expect(taken).toEqual(['b', 'b', 'a'])
  expect(stack.offers).toEqual([])
})

test('two quick presses wait for each other', async () => {
  const { taken, stack, offer, press } = begin()
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  offer('a')
  offer('b', [written])
  offer('waits', [], false)
  const waiting = press()
  expect(taken).toEqual(['waits'])
  const both = [press(), press()]
  await Promise.resolve()
  await Promise.resolve()
  expect(taken).toEqual(['waits', 'b'])
  write()
  await Promise.all([waiting, ...both])
  expect(taken).toEqual(['waits', 'b', 'a'])
  expect(stack.offers).toEqual([])
})

test('limits done offers to the latest, but keeps all pending ones', () => {
  const { stack, offer } = begin(2)
  offer('waits', [], false)
  for (const name of ['a', 'b', 'c']) offer(name)
  expect(stack.offers.map(({ name }) => name)).toEqual(['waits', 'b', 'c'])
})
