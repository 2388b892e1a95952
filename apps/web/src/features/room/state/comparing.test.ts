import { expect, test } from 'vitest'
import { comparingAsked, comparingFor, openedComparing } from './comparing.ts'

test('an address with nonsense compares nothing, or what can be understood', () => {
  expect(comparingAsked(new URLSearchParams('compare=upside-down'))).toBeNull()
  expect(comparingAsked(new URLSearchParams('from=1&to=2'))).toBeNull()
  expect(comparingAsked(new URLSearchParams('compare=side&from=-1&to=1e9'))).toEqual(openedComparing)
})

test('compares with the version before, with an earlier one on screen, or with the file beside it', () => {
  const file = (_id: string, versionCount: number, state: 'READY' | 'FAILED' = 'READY') => ({
    ...{ _id, versionCount, state },
    version: versionCount,
  })
  const files = [file('a', 1), file('b', 3), file('c', 1, 'FAILED')]
  expect(comparingFor(files, 'b', 3)).toEqual({ ...openedComparing, to: 3 })
  expect(comparingFor(files, 'b', 1)).toEqual({ ...openedComparing, from: 1, to: 3 })
  expect(comparingFor(files, 'a', 1)).toEqual({ ...openedComparing, to: 1, with: 'b' })
  expect(comparingFor(files, 'c', 1)).toBeNull()
  expect(comparingFor([file('a', 1)], 'a', 1)).toBeNull()
})
