import { expect, test } from 'vitest'
import { byName, elseNull, fieldOf, flag, list, oneOf, orNull, shape, text } from './read-kept.ts'

const read = shape(
  { file: text, reply: orNull(text), status: oneOf(['OPEN', 'RESOLVED']), title: elseNull(text) },
  { isOn: flag },
)
const kept = { file: 'f', reply: null, status: 'OPEN', title: 'A' }

test('reads what was kept, and leaves out fields that it does not know', () => {
  expect(read({ ...kept, isOn: true, more: 1 })).toEqual({ ...kept, isOn: true })
})

test('an optional field that cannot be read is left out, and some are null then', () => {
  expect(read({ ...kept, title: 3, isOn: 'yes' })).toEqual({ ...kept, title: null })
})

test('refuses what lacks a field or has another type', () => {
  for (const value of [
    null,
    'x',
    {},
    { ...kept, file: 1 },
    { ...kept, reply: undefined },
    { ...kept, status: 'GONE' },
  ])
    expect(read(value)).toBeUndefined()
})

test('a list and a record keep what can be read', () => {
  expect(list(read)([kept, 'x', null, { ...kept, file: 1 }])).toEqual([kept])
  expect(list(text)({ 0: 'a' })).toBeUndefined()
  expect(byName(text)({ a: 'A', b: 1, c: null })).toEqual({ a: 'A' })
  expect(byName(text)('A')).toBeUndefined()
})

test('a field of nothing is undefined', () => {
  expect(['x', null, undefined, {}].map((value) => fieldOf(value, 'a'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(fieldOf({ a: 1 }, 'a')).toBe(1)
})
