import { expect, test } from 'vitest'
import { commandOf } from './shortcuts.ts'

const key = (name: string, more = {}) =>
  commandOf({ key: name, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('keys work in both cases, and plus without shift too', () => {
  expect(key('n')).toBe('nextComment')
  expect(key('N')).toBe('nextComment')
  expect(key('+')).toBe('zoomIn')
  expect(key('=')).toBe('zoomIn')
  expect(key('0')).toBe('fit')
  expect(key('?')).toBe('help')
})

test('each kind of mark has its key', () => {
  expect(['c', 'G', 'a', 'D'].map((name) => key(name))).toEqual(['point', 'region', 'arrow', 'draw'])
})

test('keys reply, resolve and measure', () => {
  expect(['r', 'E', 'm', 'I'].map((name) => key(name))).toEqual(['reply', 'resolve', 'ruler', 'colors'])
  expect(key('r', { ctrlKey: true })).toBeNull()
})

test('leaves the browser its own keys', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    for (const name of ['f', 'p', '0', '+', 'ArrowLeft']) expect(key(name, held)).toBeNull()
  }
})

test('brackets also work on layouts that write them with AltGr', () => {
  expect(key(']', { ctrlKey: true, altKey: true })).toBe('nextFile')
})

test('any other key does nothing', () => {
  expect(key('q')).toBeNull()
  expect(key('Enter')).toBeNull()
  expect(key('toString')).toBeNull()
})
