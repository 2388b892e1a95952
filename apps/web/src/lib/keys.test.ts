import { expect, test } from 'vitest'
import { isUndoKey } from './keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('the key that undoes elsewhere undoes here, the one that does again does not', () => {
  expect(isUndoKey({ ...none, key: 'z', ctrlKey: true })).toBe(true)
  expect(isUndoKey({ ...none, key: 'z', metaKey: true })).toBe(true)
  expect(isUndoKey({ ...none, key: 'z' })).toBe(false)
  expect(isUndoKey({ ...none, key: 'z', ctrlKey: true, shiftKey: true })).toBe(false)
})
