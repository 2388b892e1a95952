import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allowances } from './test-budgets.ts'
import { isSlowAgain, type Run } from './test-times.ts'

const file = 'a.test.ts'
const runs = (...seconds: [seconds: number, load: number][]): Run[] =>
  seconds.map(([one, load]) => ({ at: '', load, files: { [file]: one } }))

test('a file that exceeded its budget three times running fails', () => {
  expect(isSlowAgain(runs([9, 1], [11, 1], [12, 1], [13, 1]), file, 10, 2)).toBe(true)
})

test.each([
  ['it was so twice only', runs([11, 1], [12, 1])],
  ['it was within it between', runs([11, 1], [9, 1], [12, 1])],
  ['the machine had much else to do', runs([11, 1], [12, 1], [13, 9])],
  ['other files were slow', runs([11, 1], [12, 1]).concat({ at: '', load: 1, files: { 'b.test.ts': 99 } })],
])('a file does not fail where %s', (_why, kept) => {
  expect(isSlowAgain(kept, file, 10, 2)).toBe(false)
})

test('at most twelve files may take longer, each of them there and with a reason', () => {
  const given = Object.entries(allowances)
  expect(given.length).toBeLessThanOrEqual(12)
  for (const [path, more] of given)
    expect([path, existsSync(path), more?.reason]).toEqual([path, true, expect.stringMatching(/\w/)])
})
