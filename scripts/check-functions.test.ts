import { expect, test } from 'vitest'
import { complaintsOf, longFunctionsIn } from './check-functions.ts'

const found = (filename: string, name: string, lines: number) => ({
  message: `The function \`${name}\` has too many lines (${lines}). Maximum allowed is 60.`,
  filename,
})

test('a component may have 150 lines, another function of the web app 100, one of the server 60', () => {
  const names = longFunctionsIn([
    found('apps/web/src/a.tsx', 'Card', 150),
    found('apps/web/src/b.tsx', 'Card', 151),
    found('apps/web/src/b.tsx', 'useCard', 101),
    found('apps/web/src/c.ts', 'cut', 100),
    found('apps/server/src/d.ts', 'mount', 61),
    found('apps/server/src/d.test.ts', 'mount', 500),
  ]).map(({ name }) => name)
  expect(names).toEqual([
    'apps/web/src/b.tsx Card',
    'apps/web/src/b.tsx useCard',
    'apps/server/src/d.ts mount',
  ])
})

test('a new or longer function is refused, and the list says no more than there is', () => {
  const long = [
    { name: 'a', lines: 80 },
    { name: 'b', lines: 90 },
    { name: 'c', lines: 61 },
  ]
  expect(complaintsOf(long, { a: 80, b: 89, c: 70, d: 100 })).toEqual([
    'b has grown from 89 to 90 lines: divide it.',
    'c has 61 lines, not 70: say so in scripts/long-functions.json.',
    'd is no longer too long: remove it from scripts/long-functions.json.',
  ])
  expect(complaintsOf(long, { a: 80, b: 90 })).toEqual(['c has 61 lines: divide it.'])
})
