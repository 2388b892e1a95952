import { expect, test } from 'vitest'
import { copyName } from './transfer-names.ts'

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
