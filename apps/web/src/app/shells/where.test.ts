import { expect, test } from 'vitest'
import { areaOf, hasBottomNav } from '#web/app/shells/where'

test.each([
  ['/dashboard', 'dashboard'],
  ['/reviews/deleted', 'reviews'],
  ['/reviews/4f', 'reviews'],
  ['/transfers/sent/4f', 'transfers'],
  ['/workspaces', 'workspaces'],
  ['/workspace/notes', 'workspaces'],
  ['/tasks', 'workspaces'],
  ['/connections/olga', 'connections'],
  ['/messages', null],
  ['/search', null],
])('%s lights the tab of %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})

test('phones show the bottom navigation but where it is specified otherwise, or above another bar', () => {
  expect(['/dashboard', '/transfers', '/tasks', '/help'].map(hasBottomNav)).toEqual([true, true, true, true])
  expect(['/settings', '/pricing', '/upgrade-storage', '/reviews/4f'].map(hasBottomNav)).toEqual(
    Array(4).fill(false),
  )
})
