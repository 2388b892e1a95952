import { expect, test } from 'vitest'
import { copyName, createNames } from './transfer-names.ts'

test.each([
  ['logo.svg', 'logo copy.svg'],
  ['a.', 'a. copy'],
  ['.env', '.env copy'],
  ['archive.tar.GZ', 'archive.tar copy.GZ'],
])('a copy of %s is called %s', (name, copy) => {
  expect(copyName({ type: 'FILE', name })).toBe(copy)
})

test('a folder has no ending', () => {
  expect(copyName({ type: 'FOLDER', name: 'v1.2' })).toBe('v1.2 copy')
})

test.each([`a.${'b'.repeat(251)}`, `${'a'.repeat(251)}.psd`, '🎨'.repeat(255)])(
  'no copy has a longer name than a name can be: %s',
  (name) => {
    const copy = copyName({ type: 'FILE', name })
    expect([...copy].length).toBeLessThanOrEqual(255)
    expect(copy).toContain(' copy')
    expect(copy.isWellFormed()).toBe(true)
  },
)

test.each([
  ['logo.svg', ['Logo copy.SVG'], 'logo copy 2.svg'],
  ['logo.svg', ['logo copy.svg', 'logo copy 2.svg', 'logo copy 3.svg'], 'logo copy 4.svg'],
  ['logo copy.svg', [], 'logo copy 2.svg'],
  ['logo copy 2.svg', ['logo copy.svg'], 'logo copy 3.svg'],
  ['copy.svg', [], 'copy copy.svg'],
])('a further copy of %s beside %j is called %s', (name, taken, copy) => {
  expect(copyName({ type: 'FILE', name }, createNames(taken))).toBe(copy)
})
