import { expect, test } from 'vitest'
import { isolated } from './names.ts'
import { line, nameLine } from './text.ts'

const overrides = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
const Name = line({ max: 20, required: 'Required', tooLong: 'Too long' })

test.each(overrides)('removes %j from a name', (control) => {
  for (const name of [`Mallory${control} rellaM`, `${control}Mallory rellaM${control}`])
    expect([Name.parse(name), nameLine(name), isolated(name)]).toEqual([
      'Mallory rellaM',
      'Mallory rellaM',
      'Mallory rellaM',
    ])
})

test.each([
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  'e\u0301',
])('%j keeps its joiners and marks', (name) => {
  expect(Name.parse(name)).toBe(name)
})

test.each([
  ['Ann', 'Ann'],
  ['\u05e0\u05e2\u05de\u05d4', '\u2068\u05e0\u05e2\u05de\u05d4\u2069'],
  ['3 \u0645\u0644\u0641\u0627\u062a', '\u20683 \u0645\u0644\u0641\u0627\u062a\u2069'],
  ['\u05e0\u202e', '\u2068\u05e0\u2069'],
])('shows %j on one line as %j', (name, shown) => {
  expect(isolated(name)).toBe(shown)
})

test('lines and control characters of a name become spaces', () => {
  expect(Name.parse(' a\u2028b\u0000\n\u2029c ')).toBe('a b c')
})
