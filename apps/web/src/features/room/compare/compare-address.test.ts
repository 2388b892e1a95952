import { expect, test } from 'vitest'
import { comparingAsked, openedComparing } from '#web/features/room/state/comparing'
import { withComparing } from './compare-address.ts'

test('a comparison survives its address', () => {
  const comparing = { mode: 'DIFFERENCE', from: 1, to: 3, with: null } as const
  const search = withComparing(new URLSearchParams('file=a&page=2'), comparing)
  expect(search.toString()).toBe('file=a&page=2&compare=difference&from=1&to=3')
  expect(comparingAsked(search)).toEqual(comparing)
  expect(withComparing(search, null).toString()).toBe('file=a&page=2')
})

test('the address of another file names it', () => {
  const search = withComparing(new URLSearchParams(), { ...openedComparing, mode: 'WIPE', with: 'b' })
  expect(comparingAsked(search)).toEqual({ mode: 'WIPE', from: null, to: null, with: 'b' })
})
