import { expect, test } from 'vitest'
import { compareLines, linesByFolder } from './count-lines.ts'

test('counts the product’s lines by folder, without tests, and shows what changed', () => {
  const before = linesByFolder('c0ffee:apps/web/src/lib/a.ts:10\nc0ffee:apps/web/src/lib/a.test.ts:90\n')
  const after = linesByFolder('apps/web/src/lib/a.ts:4\napps/web/src/features/notes/deep/b.ts:3\n')
  expect(compareLines(before, after)).toEqual([
    '       0       3       3  apps/web/src/features/notes',
    '      10       4      -6  apps/web/src/lib',
    '      10       7      -3  all',
  ])
})
