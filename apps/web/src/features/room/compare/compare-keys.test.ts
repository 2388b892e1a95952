import { expect, test } from 'vitest'
import { compareCommandOf } from './compare-keys.ts'

const key = (name: string, more = {}) =>
  compareCommandOf({
    key: name,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  })

test('keys change the mode, the page and the change on every layout', () => {
  expect(key(',')).toBe('modeBefore')
  expect(key('.')).toBe('modeAfter')
  expect(['PageUp', 'PageDown', 'n', 'P'].map((name) => key(name))).toEqual([
    'pageBefore',
    'pageAfter',
    'nextChange',
    'previousChange',
  ])
  // The key of B on a Russian layout.
  expect(key('и', { code: 'KeyB' })).toBe('close')
})

test('keys of the room and of the browser stay as they are', () => {
  expect(key('+')).toBeNull()
  expect(key('0')).toBeNull()
  expect(key('b', { ctrlKey: true })).toBeNull()
})
