import { expect, test } from 'vitest'
import { elseNull, flag, oneOf, orNull, shape, text } from './read-kept.ts'

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
